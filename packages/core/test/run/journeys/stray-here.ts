// A program of a user who runs a test in it, and who has errors as well: `node stray-here.ts <errors of its own> <whether it listens for errors>`.
import { fileURLToPath } from 'node:url'
import { run } from '../../../src/run/api.ts'
import { startShopServer } from '../shop-server.ts'

const [errors = '', listens = 'no'] = process.argv.slice(2)
const heard: string[] = []
if (listens === 'yes') {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, ({ message }: Error) => heard.push(message))
}
const server = await startShopServer()
const count = (): number => process.listenerCount('uncaughtException') + process.listenerCount('unhandledRejection')
const before = count()
let isRunning = false
const { generator, scenarios } = await run(
  {
    target: server.url,
    workers: 0,
    scenarios: {
      shop: {
        journey: fileURLToPath(new URL('stray.journey.ts', import.meta.url)),
        workload: { users: 2, iterations: 10 },
      },
    },
  },
  {
    onProgress: ({ phase }) => {
      if (isRunning || phase !== 'run') return
      isRunning = true
      if (errors.includes('thrown'))
        setImmediate(() => {
          throw new Error('of my own')
        })
      if (errors.includes('rejected')) void Promise.reject(new Error('of my own'))
    },
  },
)
await server.close()
const iterations = scenarios[0]?.users?.iterations.completed
process.stdout.write(
  JSON.stringify({
    iterations,
    stray: generator.strayErrors?.first,
    isRunning,
    left: count() - before,
    own: heard.filter((one) => one === 'of my own').length,
  }),
)
