import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { run, type Config } from '@benchpress/core'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { Broker } from '../src/broker/broker.ts'
import { openStore } from '../src/broker/store.ts'
import { cleanMachines } from '../src/broker/sweep.ts'
import { hasRedis, startRedis } from './brokers.ts'
import { Fleet } from './fleet.ts'

const cwd = fileURLToPath(new URL('.', import.meta.url))
const acl = readFileSync(new URL('../../../docs/machines/redis.acl', import.meta.url), 'utf8')
const listed = Array.from(acl.matchAll(/ \+([\w|]+)/g), ([, command = '']) => command)

/** The commands that all users called, including those of scripts. */
async function called(admin: Redis): Promise<ReadonlySet<string>> {
  const stats = await admin.info('commandstats')
  return new Set(Array.from(stats.matchAll(/^cmdstat_([\w|]+):calls=[1-9]/gm), ([, command = '']) => command))
}

/** Makes a message be delivered again, as its listener went away before it was done. */
async function stall(url: string): Promise<void> {
  const [gone, broker] = [await openStore(url), await Broker.open(url)]
  const taken = Promise.withResolvers<void>()
  const worker = gone.createWorker('stalled', async () => {
    taken.resolve()
    await new Promise(() => undefined)
  })
  void worker.run()
  await broker.put('stalled', 'once', 'again')
  await taken.promise
  await worker.close(true)
  await gone.close()
  const heard: string[] = []
  const listening = broker.listen('stalled', (text) => heard.push(text))
  await expect.poll(() => heard).toEqual(['again'])
  await listening.close()
  await broker.drop('stalled')
  await broker.close()
}

test.skipIf(!hasRedis)(
  'whole runs, including ones with faults, are denied no command, and need each command that redis.acl lists',
  async () => {
    const redis = await startRedis()
    const fleet = await Fleet.start(redis)
    const admin = new Redis(redis.adminUrl)
    onTestFinished(async () => {
      admin.disconnect()
      await fleet.stop()
    })
    await admin.config('RESETSTAT')
    await admin.call('ACL', 'LOG', 'RESET')
    const configOf = (workload: object): Config => ({
      target: fleet.target,
      scenarios: { numbered: { journey: './numbered.journey.ts', workload: { rate: '100/s', ...workload } } },
    })
    const kept = await fleet.agent('kept')
    const killed = await fleet.agent('killed')
    const machines = await fleet.machines({ agents: 2 })
    await run(configOf({ iterations: 150 }), { machines, cwd })
    // An agent that is killed, and then a starter whose agents end by themselves.
    fleet.asked.length = 0
    fleet.onAsked = () => {
      if (fleet.asked.length === 150) killed.child.kill('SIGKILL')
    }
    const broken = await run(configOf({ duration: '1h' }), { machines, cwd })
    expect(broken.verdict.reasons.map(({ rule }) => rule)).toContain('lost-agent')
    fleet.asked.length = 0
    const starter = fleet.starter(1)
    await expect.poll(() => fleet.asked.length).toBeGreaterThan(50)
    starter.child.kill('SIGKILL')
    await expect.poll(() => kept.notices.join()).toContain('its starter or the broker is gone')
    // All processes killed at once.
    const last = fleet.starter(1)
    const before = fleet.asked.length
    await expect.poll(() => fleet.asked.length).toBeGreaterThan(before)
    for (const { child } of [last, kept]) child.kill('SIGKILL')
    await cleanMachines(redis.url)

    await stall(redis.url)
    // A run in another database than the first.
    await (await Broker.open(redis.url.replace(/0$/, '1'))).close()

    const used = await called(admin)
    // ioredis does without `CLIENT SETINFO`, which Redis 7.0 refuses in an ACL file.
    const denied = ((await admin.acl('LOG')) as readonly (readonly unknown[])[]).map((entry) => entry[entry.indexOf('object') + 1])
    expect(denied.filter((object) => object !== 'client|setinfo')).toEqual([])
    expect(listed.filter((command) => !used.has(command))).toEqual([])
    expect(await redis.left()).toEqual([])
  },
)
