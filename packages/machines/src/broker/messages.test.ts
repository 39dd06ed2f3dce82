import { expect, test } from 'vitest'
import { fromText, Receiver, Sender, toText } from './messages.ts'

const wording = { write: toText, read: (text: string) => fromText(text) as number[] }

/** Sends numbers, and gives the messages that went out. */
async function messagesOf(numbers: readonly number[]): Promise<readonly string[]> {
  const messages: string[] = []
  const sender = new Sender<number>((_number, text) => Promise.resolve(void messages.push(text)), wording)
  for (const number of numbers) {
    sender.send(number)
    await sender.sent()
  }
  return messages
}

test('what is sent while a message is under way goes with the next', async () => {
  const messages: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const sender = new Sender<number>(async (_number, text) => {
    messages.push(text)
    await promise
  }, wording)
  for (const number of [1, 2, 3]) sender.send(number)
  resolve()
  await sender.sent()
  const receiver = new Receiver<number>(wording)
  expect(messages.map((text) => receiver.receive(text))).toEqual([[1], [2, 3]])
})

test('a message that is given twice is heard once', async () => {
  const [first = '', second = ''] = await messagesOf([1, 2])
  const receiver = new Receiver<number>(wording)
  expect([first, second, first, second].map((text) => receiver.receive(text))).toEqual([[1], [2], [], []])
})

test('a message that is missing is noticed with the next, and what cannot be read with itself', async () => {
  const [first = '', , third = ''] = await messagesOf([1, 2, 3])
  const receiver = new Receiver<number>(wording)
  receiver.receive(first)
  expect(() => receiver.receive(third)).toThrow('the broker has lost 1 of its messages')
  for (const strange of ['', 'x', '2', '2 %%%', 'NaN AAAA', '-1 AAAA'])
    expect(() => receiver.receive(strange)).toThrow(/cannot be read|unexpected end of file/)
})

test('data of any kind comes through as it was', () => {
  const data = {
    counts: new Float64Array([1, 2 ** 53]),
    names: new Map([['a', undefined]]),
    big: 2n ** 70n,
    bytes: new Uint8Array([0, 255]),
  }
  expect(fromText(toText(data))).toEqual(data)
})
