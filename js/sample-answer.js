/** What a binding answers in programs of our own, which run to make workers quicker: JSON text of what bindings often answer. */
export const SAMPLE_ANSWER = '{"items":[{"id":1,"name":"text","tags":["a"]}],"more":false}'
