import type { SuiteTestConfig } from '../../../src/config/config.ts'
import type { TestResult } from '../../../src/result/shape/result.ts'
import type { CommandTarget, ServerTarget } from '../../../src/target/target.ts'
import { startShopServer } from '../shop-server.ts'

/** Ten requests, in the thread that calls. */
export const ten: SuiteTestConfig = {
  name: 'ten',
  workers: 0,
  scenarios: { items: { request: { path: '/items' }, workload: { connections: 2, requests: 10 } } },
}

/** Servers as variants, that note when they start and stop and how many requests they served. */
export class NotingVariants {
  readonly events: string[] = []

  variant(name: string): ServerTarget {
    return {
      server: async () => {
        const shop = await startShopServer()
        this.events.push(`${name} starts`)
        const close = async (): Promise<void> => {
          await shop.close()
          this.events.push(`${name} stops after ${[...shop.served.values()].reduce((sum, count) => sum + count, 0)}`)
        }
        return { url: shop.url, close }
      },
    }
  }
}

/** A command that is no server: it ends before it is ready. */
export const failing: CommandTarget = {
  command: ['node', '-e', 'console.error("no database"); process.exit(3)'],
  ready: { log: String.raw`(?<url>http://\S+)` },
}

/** A command that responds to a given number of requests, and ends with the next. */
export function dyingAfter(requests: number): CommandTarget {
  const program = `
    let left = ${requests}
    const server = require('node:http').createServer((request, response) => left-- > 0 ? response.end() : process.exit(7))
    server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port))
  `
  return { command: ['node', '-e', program], ready: { log: String.raw`(?<url>http://\S+)` } }
}

/** The names of the runs, in their order: `single 1`. */
export function namesOf(tests: readonly TestResult[]): readonly string[] {
  return tests.map(({ variant, repeat }) => `${variant} ${repeat}`)
}
