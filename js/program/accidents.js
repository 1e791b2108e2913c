/** @param {{ emit: (text: string) => void, memory: SharedArrayBuffer }} context */
export function redirectAccidents(context) {
  void context
}
