import { describe, expect, it } from 'vitest'
import { resolveBindings } from '../../js/bindings.js'

const f = async () => null

describe('binding list', () => {
  it('becomes members in declaration order, over all namespaces', () => {
    const { namespaces, members } = resolveBindings([
      { global: 'b', functions: { z: f, a: f }, errorClass: { name: 'E', memberNameProperty: 'm' } },
      { global: 'a', functions: { x: f } },
    ])
    expect(namespaces).toEqual([{ global: 'b', names: ['z', 'a'], errorClass: { name: 'E', memberNameProperty: 'm' } }, { global: 'a', names: ['x'] }])
    expect(members).toEqual([{ global: 'b', name: 'z', fn: f }, { global: 'b', name: 'a', fn: f }, { global: 'a', name: 'x', fn: f }])
  })

  it('knows what is no function, and nothing inherited', () => {
    const functions = Object.assign(Object.create({ inherited: f }), { text: 'x', nothing: null })
    expect(resolveBindings([{ global: 'g', functions }]).members).toEqual([{ global: 'g', name: 'text', fn: undefined }, { global: 'g', name: 'nothing', fn: undefined }])
  })

  it('takes any string as a member, __proto__ too', () => {
    const functions = JSON.parse('{"__proto__":1,"constructor":2,"":3}')
    expect(resolveBindings([{ global: 'g', functions }]).namespaces[0]?.names).toEqual(['__proto__', 'constructor', ''])
  })

  it('may be empty', () => {
    expect(resolveBindings([])).toEqual({ namespaces: [], members: [] })
    expect(resolveBindings([{ global: 'g', functions: {} }])).toEqual({ namespaces: [{ global: 'g', names: [] }], members: [] })
  })

  it.each([
    [undefined, /must be an array/], [{}, /must be an array/], ['x', /must be an array/],
    [[undefined], /not a usable identifier/], [[5], /not a usable identifier/],
    [[{ global: 'g' }], /functions of binding global "g" must be an object/], [[{ global: 'g', functions: null }], /must be an object/],
    [[{ global: 'class', functions: {} }], /binding global "class" is not a usable identifier/],
    [[{ global: 'console', functions: {} }], /reserved binding global "console"/],
    [[{ global: 'g', functions: {} }, { global: 'g', functions: {} }], /duplicate binding global "g"/],
    [[{ global: 'g', functions: {}, errorClass: null }], /not a usable identifier/],
    [[{ global: 'g', functions: {}, errorClass: { name: 'g', memberNameProperty: 'm' } }], /duplicate injected global "g"/],
    [[{ global: 'g', functions: {}, errorClass: { name: 'E', memberNameProperty: 'stack' } }], /member property "stack" is not usable/],
    [[{ global: 'g', functions: {}, errorClass: { name: 'E', memberNameProperty: '__\n__' } }], /is not usable/],
  ])('is refused: %j', (list, message) => {
    expect(() => resolveBindings(list)).toThrow(message)
    expect(() => resolveBindings(list)).toThrow(TypeError)
  })
})
