// What a model might write when asked: "How did sales go? Which customers and products matter, and is the table sound?"
type Status = 'paid' | 'returned' | 'open'
type Row = Record<'id' | 'date' | 'customer' | 'country' | 'product' | 'quantity' | 'unit_cents' | 'status', string>

interface Order {
  id: number
  month: string
  customer: string
  country: string
  product: string
  cents: number
  status: Status
}

const isStatus = (text: string): text is Status => ['paid', 'returned', 'open'].includes(text)

function toOrder(row: Row): Order | null {
  const quantity = Number(row.quantity)
  const { customer, country, product, status } = row
  if (!Number.isInteger(quantity) || !isStatus(status)) return null
  const cents = quantity * Number(row.unit_cents)
  return { id: Number(row.id), month: row.date.slice(0, 7), customer, country, product, cents, status }
}

function sumBy<K extends keyof Order>(orders: Order[], key: K): [string, number][] {
  const sums = new Map<string, number>()
  for (const order of orders) sums.set(String(order[key]), (sums.get(String(order[key])) ?? 0) + order.cents)
  return [...sums].toSorted(([nameA, a], [nameB, b]) => b - a || (nameA < nameB ? -1 : 1))
}

const euros = (cents: number): string => `${(cents / 100).toFixed(2)} EUR`
const top = (sums: [string, number][], count: number): string[] =>
  sums.slice(0, count).map(([name, cents]) => `${name}: ${euros(cents)}`)

let invoices: string | null = null
try {
  invoices = `${(await csv.read({ table: 'invoices' })).length} invoices`
} catch (error) {
  if (!(error instanceof TableError)) throw error
  console.warn(`going on without invoices (${error.operation}: ${error.message})`)
}

const rows = (await csv.read({ table: 'orders' })) as Row[]
const orders: Order[] = []
const unreadable: number[] = []
for (const row of rows) {
  const order = toOrder(row)
  if (order === null) unreadable.push(Number(row.id))
  else orders.push(order)
}
console.log('%d rows, %d unreadable', rows.length, unreadable.length)

const paid = orders.filter(({ status }) => status === 'paid')
const returned = orders.filter(({ status }) => status === 'returned')
const sum = (list: Order[]): number => list.reduce((total, { cents }) => total + cents, 0)

return {
  rows: rows.length,
  unreadable: { rows: unreadable.length, first: unreadable.slice(0, 3) },
  invoices,
  paid: euros(sum(paid)),
  returnedShare: `${((100 * returned.length) / orders.length).toFixed(1)} %`,
  bestMonth: top(sumBy(paid, 'month'), 1)[0],
  countries: top(sumBy(paid, 'country'), 3),
  customers: top(sumBy(paid, 'customer'), 5),
  products: top(sumBy(paid, 'product'), 5),
}
