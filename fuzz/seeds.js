// Writes the seeds of a fuzz target: node seeds.js TARGET FOLDER
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { PROGRAMS } from '../__test__/fixtures/transform-programs.js'

const [target, folder] = process.argv.slice(2)

/** The string literals of the tests: sources of every construct and of every mistake. */
function sources() {
  const found = ['strip', 'diagnostics', 'transform'].flatMap(name => {
    const text = readFileSync(new URL(`../__test__/unit/${name}.test.js`, import.meta.url), 'utf8')
    return [...text.matchAll(/'((?:[^'\\\n]|\\.)+)'/g)].map(match => match[1].replaceAll('\\n', '\n').replaceAll(/\\(.)/g, '$1'))
  })
  const examples = new URL('../examples/', import.meta.url)
  for (const name of readdirSync(examples)) {
    if (name.endsWith('.ts')) found.push(readFileSync(new URL(name, examples), 'utf8'))
  }
  found.push(...Object.values(PROGRAMS))
  return found.flatMap(text => text.length > 3 ? [`0${text}`, `1${text}`] : [])
}

const JSON_TEXTS = ['null', '-0', '1e400', '"\\ud83d\\ude00"', '[[[[]]]]', '{"a":{"b":[1,2.5e-3,"c"]},"__proto__":1}', '{"a":1,"a":2}',
  '{"rows":[{"id":1,"tags":["a","b"]},{"id":2,"tags":[]}],"\\u0061\\"":{"b":[[1,2],[3]]},"total":2}', ' [ 1 , { "a" : [ 2 , 3 ] , "b" : {} } , "," ] ']

const seeds = target === 'strip' ? sources() : JSON_TEXTS
seeds.forEach((seed, index) => writeFileSync(`${folder}/seed-${index}`, seed))
