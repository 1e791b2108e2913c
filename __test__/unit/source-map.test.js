import { describe, expect, it } from 'vitest'
import { createSourceMap } from '../../js/program/source-map.js'

/** @param {string} mappings */
const mapOf = mappings => createSourceMap(JSON.stringify({ version: 3, sources: ['program.ts'], names: [], mappings }))

function replaced() {
  throw new Error('replaced')
}

describe('originalPosition', () => {
  it('gives the segment that begins at or before the column', () => {
    const { originalPosition } = mapOf('EAAA,gBAAK')
    expect(originalPosition(1, 2)).toBeUndefined()
    expect(originalPosition(1, 3)).toEqual({ line: 1, column: 1 })
    expect(originalPosition(1, 18)).toEqual({ line: 1, column: 1 })
    expect(originalPosition(1, 19)).toEqual({ line: 1, column: 6 })
    expect(originalPosition(1, 9999)).toEqual({ line: 1, column: 6 })
  })

  it('does not look into other lines', () => {
    const { originalPosition } = mapOf(';;CAAC;;AACA')
    expect(originalPosition(2, 1)).toBeUndefined()
    expect(originalPosition(3, 1)).toBeUndefined()
    expect(originalPosition(3, 2)).toEqual({ line: 1, column: 2 })
    expect(originalPosition(4, 1)).toBeUndefined()
    expect(originalPosition(5, 1)).toEqual({ line: 2, column: 2 })
    expect(originalPosition(6, 1)).toBeUndefined()
  })

  it('reads numbers of every length and sign', () => {
    const { originalPosition } = mapOf('AAAA,ggggCAgggggBggggggB,AADngB')
    expect(originalPosition(1, 1 + 2 ** 20)).toEqual({ line: 2 ** 24, column: 2 ** 29 - 514 })
  })

  it('passes over segments without a source, and takes names', () => {
    const { originalPosition } = mapOf('A,CAACA,C')
    expect(originalPosition(1, 1)).toBeUndefined()
    expect(originalPosition(1, 2)).toEqual({ line: 1, column: 2 })
    expect(originalPosition(1, 3)).toEqual({ line: 1, column: 2 })
  })

  it.each(['', 'not JSON', '{}', '{"mappings":1}', 'null', '{"mappings":";AAAA"}'])('knows nothing from %j', text => {
    expect(createSourceMap(text).originalPosition(1, 1)).toBeUndefined()
  })

  it('works when the program has replaced what it could', () => {
    const typedArray = Object.getPrototypeOf(Int32Array.prototype)
    /** @type {[any, string | symbol][]} */
    const targets = [
      [typedArray, 'length'],
      [typedArray, 'buffer'],
      [typedArray, Symbol.iterator],
      [Object.prototype, 'line'],
      [Object.prototype, 'fields'],
      [Array.prototype, '0'],
      [String.prototype, 'charCodeAt'],
      [JSON, 'parse'],
      [Function.prototype, 'call'],
      [globalThis, 'Int32Array'],
    ]
    const saved = targets.map(([target, name]) => Object.getOwnPropertyDescriptor(target, name))
    const { originalPosition } = mapOf('AAAA;CAAC')
    const { defineProperty, deleteProperty } = Reflect
    let position
    try {
      for (let index = 0; index < targets.length; index++) {
        const [target, name] = /** @type {[any, string | symbol]} */ (targets[index])
        defineProperty(target, name, { get: replaced, set: replaced, configurable: true })
      }
      position = originalPosition(2, 3)
    } finally {
      for (let index = 0; index < targets.length; index++) {
        const [target, name] = /** @type {[any, string | symbol]} */ (targets[index])
        const descriptor = saved[index]
        if (descriptor === undefined) deleteProperty(target, name)
        else defineProperty(target, name, descriptor)
      }
    }
    expect(position).toEqual({ line: 1, column: 2 })
  })
})
