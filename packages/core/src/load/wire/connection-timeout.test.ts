import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { memoryConnectionLimits, memorySlot, MemoryConnection } from '../../../test/servers/memory-connection.ts'
import { responseOf } from '../../../test/servers/memory-load.ts'

const { timeout } = memoryConnectionLimits
const created: MemoryConnection[] = []
afterEach(() => {
  for (const memory of created.splice(0)) memory.wheel.stop()
})

function createConnection(): MemoryConnection {
  const memory = new MemoryConnection()
  created.push(memory)
  return memory.open()
}

test('the oldest request times out, later ones are aborted, and those that were due time out as well', () => {
  const { owner, pass, send } = createConnection()
  send(1)
  pass(5000)
  send(2)
  pass(25_000)
  send(3)
  pass(timeout - 30_000 + memorySlot)
  expect(owner.take()).toEqual([
    `1: timeout, request timeout, after 60000`,
    `2: timeout, request timeout, after 55000`,
    `3: aborted, request timeout, after 30000`,
    'closed',
  ])
  expect(owner.closings).toMatchObject([{ by: 'us', lost: 3, wasOpen: true, pipelinedAfterClose: 0 }])
})

test('no request times out while responses come in time, however long that continues', () => {
  const { network, owner, pass, send } = createConnection()
  send(0, 0)
  for (let i = 0; i < 100; i++) {
    pass(timeout / 2 - 1000)
    network.last.send(responseOf())
    send(0)
  }
  expect(owner.closings).toEqual([])
})

test('an idle connection has no deadline', () => {
  const { network, owner, pass, send } = createConnection()
  send(1)
  network.last.send(responseOf())
  pass(10 * timeout)
  expect(owner.closings).toEqual([])
  send(2)
  pass(timeout - memorySlot)
  network.last.send(responseOf())
  expect(owner.closings).toEqual([])
})

test('an older deadline that is reached first leaves the watch to the one that was set', () => {
  const { clock, connection, send } = createConnection()
  send(1)
  expect(connection.expire(clock.now())).toBe(0)
  clock.advance(memoryConnectionLimits.connectTimeout)
  // Now the deadline of the dial is over, and that of the request is next.
  expect(connection.expire(clock.now())).toBe(clock.now() + timeout - memoryConnectionLimits.connectTimeout)
})

test('a deadline of the last connection does not affect the next one', () => {
  const memory = createConnection()
  memory.send(1)
  memory.pass(timeout - 1000)
  memory.network.last.end()
  memory.open()
  memory.send(2)
  memory.pass(timeout - 1000)
  memory.network.last.send(responseOf())
  expect(memory.owner.take().slice(1)).toEqual([`2: 200 after ${timeout - 1000}`, 'read'])
})

test('a response after its timeout comes too late, and so does a body that ends with the connection', () => {
  const [late, ended] = [createConnection(), createConnection()]
  late.send(1, 2)
  late.clock.advance(timeout)
  late.network.last.send(responseOf().repeat(2))
  expect(late.owner.take().slice(1)).toEqual([
    `1: timeout, request timeout, after ${timeout}`,
    `2: timeout, request timeout, after ${timeout}`,
    'closed',
  ])
  ended.send(1)
  ended.network.last.send('HTTP/1.1 200 OK\r\n\r\nhalf')
  ended.clock.advance(timeout)
  ended.network.last.end()
  expect(ended.owner.take().slice(3)).toEqual([`1: timeout, request timeout, after ${timeout}`, 'closed'])
})

test('a request without a response ends at its timeout, never before, and late by at most the width of a slot', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 2 * timeout }), { minLength: 1, maxLength: 12 }), (waits) => {
      const memory = createConnection()
      for (const wait of waits) {
        if (!memory.connection.isOpen) memory.open()
        if (memory.connection.inFlight < memoryConnectionLimits.pipelining) memory.send(1)
        memory.pass(wait)
        if (wait % 2 === 0 && memory.connection.inFlight > 0) memory.network.last.send(responseOf())
      }
      if (memory.connection.inFlight > 0) memory.pass(timeout + 2 * memorySlot)
      expect(memory.connection.inFlight).toBe(0)
      const times = memory.owner.told.filter((told) => told.includes(': timeout')).map((told) => Number(told.split('after ')[1]))
      for (const time of times) {
        expect(time).toBeGreaterThanOrEqual(timeout)
        // The deadline of the oldest moves on with each response, and is looked at again when its slot comes round.
        expect(time).toBeLessThanOrEqual(timeout + 2 * memorySlot)
      }
      memory.wheel.stop()
    }),
  )
})

test('a closed connection is not kept for its deadlines', () => {
  const { network, wheel, send } = createConnection()
  send(1)
  expect(wheel.watched).toBe(1)
  network.last.end()
  expect(wheel.watched).toBe(0)
  const idle = createConnection()
  idle.send(1)
  idle.pass(memorySlot)
  idle.network.last.send(responseOf())
  idle.connection.close('enough')
  expect(idle.wheel.watched).toBe(0)
})
