/**
 * Programs and data of the benchmarks. Host and program build equal records from one source text.
 */

const recordsSource = `
function makeRecords(count) {
  const records = []
  for (let id = 0; id < count; id++) {
    records.push({
      id,
      title: 'order ' + id,
      labels: ['open', 'region-' + (id % 13), 'priority'],
      amount: (id * 6151 % 90007) / 4,
      customer: { vip: id % 5 === 0, referrer: id > 0 ? id - 1 : null, address: ['street ' + (id % 31), 'town', 'country'] },
    })
  }
  return records
}`

/** @type {(count: number) => object[]} */
export const makeRecords = new Function(`${recordsSource}; return makeRecords`)()

/** @param {number} bytes of JSON text, about @returns {number} records */
export function recordsFor(bytes) {
  const sample = 5000
  return Math.round(bytes / (JSON.stringify(makeRecords(sample)).length / sample))
}

/** @param {number} count @param {string} use what the program does with `records` */
export const withRecords = (count, use) => `${recordsSource}\nconst records = makeRecords(${count})\n${use}`

export const trivial = 'return 1'

/** What a model writes in place of five tool calls. */
export const realistic = `
interface Order { id: number; customer: string; lines: { sku: string; quantity: number; price: number }[] }
type Totals = Record<string, number>

async function fetchOrder(id: number): Promise<Order> {
  const order = await shop.order({ id, include: ['lines'] }) as Order
  if (order.lines.length === 0) throw new Error(\`order \${id} has no lines\`)
  return order
}

const { ids } = await shop.listOrders({ status: 'open', limit: 3 }) as { ids: number[] }
const orders: Order[] = []
for (const id of ids) orders.push(await fetchOrder(id))

const totals: Totals = {}
for (const { customer, lines } of orders) {
  totals[customer] = (totals[customer] ?? 0) + lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
}
const best = Object.entries(totals).sort(([, a], [, b]) => b - a)[0]!
await shop.saveReport({ title: 'open orders', totals } satisfies { title: string; totals: Totals })
console.log('reported', orders.length, 'orders', totals)
return { count: orders.length, best: best[0], total: best[1] as number }
`

export const realisticBindings = [{
  global: 'shop',
  errorClass: { name: 'ShopError', memberNameProperty: 'member' },
  functions: {
    listOrders: async () => ({ ids: [7, 8, 9], more: false }),
    /** @param {any} query */
    order: async ({ id }) => ({ id, customer: `customer ${id % 2}`, lines: [{ sku: `s${id}`, quantity: id, price: 2.5 }, { sku: 'gift', quantity: 1, price: 0 }] }),
    saveReport: async () => ({ saved: true }),
  },
}]
