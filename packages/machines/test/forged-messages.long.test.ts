import { fileURLToPath } from 'node:url'
import { run, type Config } from '@benchpress/core'
import type { Order } from '@benchpress/core/machines'
import { afterEach, expect, test } from 'vitest'
import { Broker } from '../src/broker/broker.ts'
import { toText } from '../src/broker/messages.ts'
import { calledBy, runName, queues, type AgentCall, type ToAgent } from '../src/protocol.ts'
import { readSigningKey } from '../src/trust/keys.ts'
import { signMessage } from '../src/trust/signed-message.ts'
import { brokers, hasRedis, startRedis } from './brokers.ts'
import { Fleet } from './fleet.ts'

const cwd = fileURLToPath(new URL('.', import.meta.url))
const open: { stop?(): Promise<void>; close?(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await (each.close?.() ?? each.stop?.())
})

async function startFleet(): Promise<{ readonly fleet: Fleet; readonly stranger: Broker }> {
  const fleet = await Fleet.start(await startRedis())
  const stranger = await Broker.open(fleet.broker.url)
  open.push(fleet, stranger)
  return { fleet, stranger }
}

/** The run and the agent that are under way, as read from the broker. */
async function underWay(broker: Broker): Promise<{ readonly run: string; readonly agent: string }> {
  for (const name of await broker.queues()) {
    const [called = '', agent] = name.split('.told.')
    if (agent !== undefined) return { run: called, agent }
  }
  throw new Error('no agent is in a run')
}

const configOf = ({ target }: Fleet): Config => ({
  target,
  scenarios: { numbered: { journey: './numbered.journey.ts', workload: { rate: '100/s', iterations: 300 } } },
})

test.skipIf(!hasRedis)('a message that is forged with the password of the broker is not obeyed, and does not end the run', async () => {
  const { fleet, stranger } = await startFleet()
  await fleet.agent('one')
  const strange = await readSigningKey(await fleet.strangeKey())
  const own = await readSigningKey(fleet.key)
  const forge = async (): Promise<void> => {
    const to = await underWay(stranger)
    const abort: Order = { type: 'abort' }
    const entries: readonly (readonly ToAgent[])[] = [[{ type: 'order', order: abort }], [{ type: 'end' }]]
    for (let number = 1; number < 40; number++) {
      const texts = entries.map((each) => `${number} ${toText(each)}`)
      const forged = texts.flatMap((text) => [
        text,
        signMessage(text, to, strange),
        // Messages that the right key signed, for another run or another agent.
        signMessage(text, { ...to, run: '0'.repeat(16) }, own),
        signMessage(text, { ...to, agent: '0'.repeat(32) }, own),
      ])
      for (const [index, text] of [...forged, 'nonsense', ''].entries())
        await stranger.put(queues.told(to.run, to.agent), `forged-${number}-${index}`, text)
    }
  }
  let forging: Promise<void> | undefined
  fleet.onAsked = () => (forging ??= forge())
  const result = await run(configOf(fleet), { machines: await fleet.machines({ agents: 1 }), cwd })
  await forging
  expect(result.scenarios[0]?.counts.outcomes.ok).toBe(300)
  expect(result.machines?.map(({ lost }) => lost)).toEqual([null])
})

test.for(brokers)('calls that nobody trusted has signed keep no agent from %s busy', async ([, isThere, start], { skip }) => {
  skip(!isThere, 'there is no such broker')
  const fleet = await Fleet.start(await start())
  const stranger = await Broker.open(fleet.broker.url)
  open.push(fleet, stranger)
  const strange = await readSigningKey(await fleet.strangeKey())
  const own = await readSigningKey(fleet.key)
  const { notices } = await fleet.agent('one')
  const expires = (await stranger.now()) + 600e6
  const call = (): AgentCall => ({ run: runName(), test: 'of a stranger', expires })
  const genuine = call()
  for (let index = 0; index < 75; index++) {
    const [plain, signed] = [call(), call()]
    const others: readonly (readonly [id: string, text: string])[] = [
      [`${plain.run}-0`, JSON.stringify(plain)],
      [`${signed.run}-0`, signMessage(JSON.stringify(signed), calledBy(`${signed.run}-0`), strange)],
      // One that the right key signed under another id, and one that was signed as a message.
      [`${genuine.run}-${index + 1}`, signMessage(JSON.stringify(genuine), calledBy(`${genuine.run}-0`), own)],
      [`${plain.run}-1`, signMessage(JSON.stringify(plain), { run: plain.run, agent: '0'.repeat(32) }, own)],
    ]
    for (const [id, text] of others) await stranger.put(queues.calls, id, text)
  }
  const result = await run(configOf(fleet), { machines: await fleet.machines({ agents: 1 }), cwd })
  expect(result.scenarios[0]?.counts.outcomes.ok).toBe(300)
  expect(notices.filter((notice) => notice.endsWith(': called'))).toHaveLength(1)
  // Reported once for each reason, and not for each call.
  expect(notices.filter((notice) => notice.startsWith('a call is not answered')).length).toBeLessThanOrEqual(10)
})
