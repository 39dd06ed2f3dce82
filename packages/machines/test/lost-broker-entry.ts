import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { isBenchpressError } from '@benchpress/core'
import { Broker } from '../src/broker/broker.ts'

// A process that calls a broker as it is told on its standard input, and prints a line when all calls are under way, and one with how they ended.
const [url = ''] = process.argv.slice(2)
const broker = await Broker.open(url)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

async function codeOf(call: Promise<unknown>): Promise<string> {
  return await call.then(
    () => 'resolved',
    (error: unknown) => (isBenchpressError(error) ? error.code : String(error)),
  )
}

/** Makes each call that asks the broker, of queues that were not in use before; resolves with the codes of the errors, by the call. */
async function callAll(round: number): Promise<Readonly<Record<string, string>>> {
  const calls = {
    list: broker.list(`listed-${round}`),
    get: broker.get(`read-${round}`, 'first'),
    remove: broker.remove(`removed-${round}`, 'first'),
    drop: broker.drop(`dropped-${round}`),
    queues: broker.queues(),
    now: broker.now(),
  }
  const codes = Object.entries(calls).map(async ([name, call]) => [name, await codeOf(call)] as const)
  await sleep(100)
  print('called')
  return Object.fromEntries(await Promise.all(codes))
}

print('open')
for (const round of [1, 2]) {
  await once(process.stdin, 'data')
  print(JSON.stringify(await callAll(round)))
}
await broker.close()
process.stdin.destroy()
