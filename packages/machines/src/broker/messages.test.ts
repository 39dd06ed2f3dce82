import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fromText, Receiver, Sender, toText } from './messages.ts'

const onFailure = (error: unknown): never => {
  throw error
}

/** A sender of numbers to a list of messages, each of which is accepted when `put` is called. */
function sending(): { readonly sender: Sender<number>; readonly messages: string[]; put(): void } {
  const messages: string[] = []
  const puts: (() => void)[] = []
  const put = async (_number: number, text: string): Promise<void> => {
    messages.push(text)
    await new Promise<void>((resolve) => puts.push(resolve))
  }
  return { sender: new Sender<number>({ put, onFailure }), messages, put: () => puts.shift()?.() }
}

/** The messages in which numbers are sent, one in each. */
async function messagesOf(numbers: readonly number[]): Promise<readonly string[]> {
  const messages: string[] = []
  const put = (_number: number, text: string): Promise<void> => Promise.resolve(void messages.push(text))
  const sender = new Sender<number>({ put, onFailure })
  for (const number of numbers) {
    sender.send(number)
    await Promise.resolve()
    await Promise.resolve()
  }
  await sender.close()
  return messages
}

function receiveAll(receiver: Receiver<number>, messages: readonly string[], now = 0): (readonly number[] | undefined)[] {
  return messages.map((text) => receiver.receive(text, now))
}

test('an entry that is sent while a message is under way goes with the next', async () => {
  const { sender, messages, put } = sending()
  for (const number of [1, 2, 3]) sender.send(number)
  put()
  await expect.poll(() => messages.length).toBe(2)
  put()
  await sender.close()
  expect(receiveAll(new Receiver<number>(), messages)).toEqual([[1], [2, 3]])
})

test('an entry that can wait goes with entries of the next tenth of a second, or at once with an urgent one', async () => {
  const messages: string[] = []
  const put = (_number: number, text: string): Promise<void> => Promise.resolve(void messages.push(text))
  const sender = new Sender<number>({ put, onFailure })
  sender.send(1, false)
  sender.send(2, false)
  expect(messages).toEqual([])
  sender.send(3)
  expect(messages.length).toBe(1)
  await Promise.resolve()
  sender.send(4, false)
  await expect.poll(() => messages.length).toBe(2)
  expect(receiveAll(new Receiver<number>(), messages)).toEqual([[1, 2, 3], [4]])
})

test('a sign of life is an empty message, and is left out where something was just sent', async () => {
  const { sender, messages, put } = sending()
  sender.beat(1000)
  sender.beat(1000)
  expect(receiveAll(new Receiver<number>(), messages)).toEqual([[]])
  put()
  await sender.close()
  sender.beat(0)
  sender.send(1)
  expect(messages.length).toBe(1)
})

test('nothing is sent after a message that the broker refuses, and the failure is reported', async () => {
  const failures: unknown[] = []
  const put = async (number: number): Promise<void> => await (number === 2 ? Promise.reject(new Error('OOM')) : Promise.resolve())
  const sender = new Sender<number>({ put, onFailure: (error) => failures.push(error) })
  for (const number of [1, 2, 3]) {
    sender.send(number)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await sender.close()
  expect(failures).toEqual([new Error('OOM')])
})

test('a message that is delivered twice is read once', async () => {
  const [first = '', second = ''] = await messagesOf([1, 2])
  const receiver = new Receiver<number>()
  expect(receiveAll(receiver, [first, second, first, second])).toEqual([[1], [2], undefined, undefined])
})

test('messages that overtake others are read in the order in which they were sent', async () => {
  const [first = '', second = '', third = '', fourth = ''] = await messagesOf([1, 2, 3, 4])
  const receiver = new Receiver<number>()
  expect(receiveAll(receiver, [third, first, third, fourth, second])).toEqual([[], [1], undefined, [], [2, 3, 4]])
})

test('a missing message is noticed when later ones arrived long ago', async () => {
  const [first = '', second = '', third = '', fourth = ''] = await messagesOf([1, 2, 3, 4])
  const receiver = new Receiver<number>()
  receiver.receive(first, 10)
  receiver.check(1000)
  receiver.receive(third, 20)
  receiver.receive(fourth, 500)
  receiver.check(20)
  expect(() => receiver.check(21)).toThrow('the broker has lost a message')
  receiver.receive(second, 600)
  receiver.check(1000)
})

test('a text that is no message is refused', () => {
  const receiver = new Receiver<number>()
  for (const strange of ['', 'x', '1', '1 %%%', 'NaN AAAA', '-1 AAAA', '5000 AAAA'])
    expect(() => receiver.receive(strange, 0)).toThrow(/cannot be read|unexpected end of file/)
})

test('data of any kind is the same after a round trip', () => {
  const data = {
    counts: new Float64Array([1, 2 ** 53]),
    names: new Map([['a', undefined]]),
    big: 2n ** 70n,
    bytes: new Uint8Array([0, 255]),
  }
  expect(fromText(toText(data))).toEqual(data)
})

test('data of any size is the same after a round trip, also when other data was read since', () => {
  const sizes = [0, 1, 400, 500, 512, 600, 3000, 16_384, 100_000, 2_000_000, 5_000_000]
  const all = sizes.map((size) => Uint8Array.from({ length: size }, (_, index) => (index * index * 31) >> 3))
  const read = all.map((bytes) => fromText(toText({ bytes, text: 'é' })))
  for (const [index, data] of read.entries()) {
    const { bytes, text } = data as { readonly bytes: Uint8Array; readonly text: string }
    expect(text).toBe('é')
    expect(Buffer.compare(bytes, all[index] ?? Buffer.alloc(0))).toBe(0)
  }
})

test('data that is too large when it is unpacked is refused', () => {
  expect(() => fromText(deflateRawSync(Buffer.alloc(65 * 2 ** 20)).toString('base64'))).toThrow(/larger than/)
})
