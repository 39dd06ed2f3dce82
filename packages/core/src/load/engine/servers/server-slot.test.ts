import { expect, test } from 'vitest'
import { Budget } from '../schedule.ts'
import { ServerSlot, type SlotConnection, type SlotHost, ServersReach } from './server-slot.ts'

const runStart = 1000

/** A connection that opens when a test says so: requests reserved for it wait until then. */
class HeldConnection implements SlotConnection {
  readonly thread = { clock: { now: () => 0 } } as unknown as SlotConnection['thread']
  reserved = 0
  sent = 0

  get inUse(): number {
    return this.reserved
  }

  sendReserved(): void {}

  open(): void {
    this.sent += this.reserved
    this.reserved = 0
  }
}

test('requests reserved in the warm-up that wait for their connection in the run phase count for its number', () => {
  const budget = new Budget({ start: 0, runStart, runEnd: Infinity }, 5)
  let turn = 0
  const host: SlotHost = {
    pipelining: 2,
    refill: 'each',
    reach: new ServersReach(2),
    isStarted: true,
    grant: (wanted, now) => budget.take(wanted, now),
    isWarmup: (now) => now < runStart,
    nextServer: () => turn++ % 2,
  }
  const slot = new ServerSlot(host)
  const connections = [new HeldConnection(), new HeldConnection()]
  slot.connect(connections)
  slot.reserve(runStart - 1)
  expect(connections.map(({ reserved }) => reserved)).toEqual([1, 1])
  for (let now = runStart; now < runStart + 10; now++) {
    slot.reserve(now)
    for (const connection of connections) connection.open()
  }
  expect(connections.reduce((sum, { sent }) => sum + sent, 0)).toBe(5)
})

test('with refill batch a slot reserves the next batch when the requests to all servers have ended', () => {
  let turn = 0
  const host: SlotHost = {
    pipelining: 3,
    refill: 'batch',
    reach: new ServersReach(2),
    isStarted: true,
    grant: (wanted) => wanted,
    isWarmup: () => false,
    nextServer: () => turn++ % 2,
  }
  const slot = new ServerSlot(host)
  const connections = [new HeldConnection(), new HeldConnection()]
  slot.connect(connections)
  expect(slot.reserve(0)).toBe(true)
  expect(slot.reserve(1)).toBe(false)
  connections[0]?.open()
  expect(slot.reserve(2)).toBe(false)
  connections[1]?.open()
  expect(slot.reserve(3)).toBe(true)
  expect(connections.map(({ reserved }) => reserved)).toEqual([1, 2])
})
