import { setTimeout as sleep } from 'node:timers/promises'
import { Broker } from '../src/broker/broker.ts'

// A process that waits for messages of a queue, closes its broker, and prints the timers that still keep it alive.
const broker = await Broker.open(process.argv[2] ?? '')
const heard = Promise.withResolvers<string>()
const listening = broker.listen('heard', heard.resolve)
await broker.put('heard', 'first', 'a message')
await heard.promise
// The next wait for a message has begun.
await sleep(500)
await listening.close()
await broker.drop('heard')
await broker.close()
const timers = (): string[] => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout')
// ioredis has a timer until the socket that it closes has ended, which is a moment. A wait for a message that was left behind would take five seconds.
for (const until = performance.now() + 3000; timers().length > 0 && performance.now() < until;) await sleep(5)
process.stdout.write(JSON.stringify(timers()))
