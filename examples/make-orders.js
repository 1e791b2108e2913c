/** Writes `orders.csv` beside it: invented orders, the same at each run. */
import { writeFileSync } from 'node:fs'

const ROWS = 12_000
const SEED = 20_250_101
const DAY_MS = 86_400_000
const FIRST_DAY_MS = Date.UTC(2025, 0, 1)

const COUNTRIES = ['DE', 'FR', 'IN', 'JP', 'KE', 'US']
const FAMILY_NAMES = ['Abe', 'Brandt', 'Chen', 'Diallo', 'Ito', 'Mbeki', 'Moreau', 'Rao', 'Schulz', 'Okafor']
const GIVEN_NAMES = ['Ada', 'Bo', 'Chidi', 'Eva', 'Jun', 'Lena', 'Mia', 'Noor', 'Omar', 'Zoé']
const PRODUCTS = [
  { name: 'bolt M8', cents: 25 },
  { name: 'cable 5 m', cents: 1290 },
  { name: 'desk "Classic"', cents: 34_900 },
  { name: 'lamp', cents: 4950 },
  { name: 'shelf, oak', cents: 15_800 },
]
const STATUSES = ['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'returned', 'open']

/**
 * mulberry32: small, and the same numbers everywhere.
 * @param {number} seed
 * @returns {() => number} from 0 to below 1
 */
function generator(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** @returns {string} */
export function makeOrders() {
  const random = generator(SEED)
  /** @type {<T>(items: T[]) => T} */
  const pick = items => /** @type {any} */ (items[Math.floor(random() * items.length)])
  const lines = ['id,date,customer,country,product,quantity,unit_cents,status']
  for (let id = 1; id <= ROWS; id += 1) {
    const date = new Date(FIRST_DAY_MS + Math.floor((id / ROWS) * 364) * DAY_MS).toISOString().slice(0, 10)
    const { name, cents } = pick(PRODUCTS)
    // Some rows are wrong, as in any real table.
    const quantity = random() < 0.002 ? 'n/a' : String(1 + Math.floor(random() ** 3 * 40))
    const customer = `${pick(FAMILY_NAMES)}, ${pick(GIVEN_NAMES)}`
    lines.push([id, date, customer, pick(COUNTRIES), name, quantity, cents, pick(STATUSES)].map(quoted).join(','))
  }
  return `${lines.join('\n')}\n`
}

/** @param {string | number} field */
function quoted(field) {
  const text = String(field)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

if (process.argv[1] === import.meta.filename) writeFileSync(new URL('orders.csv', import.meta.url), makeOrders())
