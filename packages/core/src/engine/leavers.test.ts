import { MessageChannel } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { Leavers } from './leavers.ts'

const leavers: Leavers<string>[] = []
afterEach(() => {
  for (const all of leavers.splice(0)) for (const user of all) all.left(user)
})

function leaversOf(...users: readonly string[]): Leavers<string> {
  const all = new Leavers<string>()
  for (const user of users) all.add(user, true, () => undefined)
  leavers.push(all)
  return all
}

test('a user has four seconds to leave, and one when it was stopped', () => {
  const all = leaversOf('one')
  expect(all.giveUpAt(500, false)).toBe(4500)
  expect(all.giveUpAt(500, true)).toBe(1500)
})

test('one that was stopped has a second more behind each that gets away, and four in all', () => {
  const all = leaversOf('one', 'two', 'three')
  all.left('one', 1400)
  expect(all.giveUpAt(500, true)).toBe(2400)
  all.left('two', 4000)
  expect(all.giveUpAt(500, true)).toBe(4500)
  expect([...all]).toEqual(['three'])
})

test('who left before one began to leave gives it no time', () => {
  const all = leaversOf('one')
  all.left('one', 100)
  expect(all.giveUpAt(500, true)).toBe(1500)
  expect(all.giveUpAt(500, false)).toBe(4500)
})

test('nobody is late for what came while the thread did something else', async () => {
  const late: string[] = []
  const all = new Leavers<string>()
  leavers.push(all)
  const stuck = new Promise<void>((resolve) => {
    all.add('stuck', true, (seconds) => {
      late.push(`stuck: ${seconds}`)
      resolve()
    })
  })
  all.add('busy', true, () => late.push('busy'))
  const { port1, port2 } = new MessageChannel()
  port2.once('message', () => {
    all.left('busy')
    port2.close()
  })
  port1.postMessage('done')
  // Behind this, the timers of both are due, and the message is there to be read.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1100)
  await stuck
  expect(late).toEqual(['stuck: 2'])
})
