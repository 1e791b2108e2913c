/** `csv.read`: the tables of this folder as records. */
import { readFile } from 'node:fs/promises'

export const csv = {
  /**
   * `{ table }` → its rows as objects, every field a string.
   * @param {any} args
   */
  read: async args => {
    const table = String(args?.table)
    if (!/^[a-z]+$/.test(table)) throw new Error(`no such table: ${table}`)
    const text = await readFile(new URL(`${table}.csv`, import.meta.url), 'utf8').catch(() => {
      throw new Error(`no such table: ${table}`)
    })
    const [header = [], ...rows] = parseCsv(text)
    return rows.map(row => Object.fromEntries(header.map((name, column) => [name, row[column] ?? ''])))
  },
}

export const errorClasses = {
  csv: { name: 'TableError', memberNameProperty: 'operation' },
}

/** One field: quoted, with quotes doubled inside, or plain; then what ends it. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

/** @param {string} text as RFC 4180 has it */
function parseCsv(text) {
  /** @type {string[][]} */
  const rows = []
  /** @type {string[]} */
  let row = []
  FIELD.lastIndex = 0
  while (FIELD.lastIndex < text.length) {
    const at = FIELD.lastIndex
    const match = FIELD.exec(text)
    if (match === null) throw new Error(`not a table at character ${at}`)
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
