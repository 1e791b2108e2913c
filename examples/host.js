import { WorkerThreadCodeRuntime } from 'dsh-code-runtime-native'

/** @param {any} args */
const now = async ({ city }) => city.length * 5

const runtime = new WorkerThreadCodeRuntime({ computeMs: 5000 })
const { value, logs, error } = await runtime.run({
  program: `
    const temperatures: number[] = await Promise.all(['Oslo', 'Accra'].map(city => weather.now({ city })))
    console.log(temperatures)
    return Math.max(...temperatures)`,
  bindings: [{ global: 'weather', functions: { now } }],
})
console.log({ value, logs, error })
await runtime.dispose()
