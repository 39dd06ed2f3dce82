import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OutputTail } from './command-process.ts'

/** The lines kept of a text that arrives in pieces of these lengths. */
async function keep(text: string, lengths: readonly number[] = []): Promise<readonly string[]> {
  const tail = new OutputTail()
  const stream = new PassThrough()
  tail.read(stream)
  let bytes = Buffer.from(text)
  for (const length of lengths) {
    stream.write(bytes.subarray(0, length))
    bytes = bytes.subarray(length)
  }
  stream.end(bytes)
  await finished(stream)
  await new Promise((resolve) => setImmediate(resolve))
  return tail.lines()
}

describe('OutputTail', () => {
  test('the output of a command keeps its last 20 lines, without colours', async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`)
    expect(await keep(lines.map((line) => `\u001B[31m${line}\u001B[39m`).join('\r\n'))).toEqual(lines.slice(-20))
  })

  test('the output of a command has the same lines however they arrive', async () => {
    const line = fc.stringMatching(/^[a-zäöü€ ]{0,9}$/)
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 18 }), fc.array(fc.nat(7)), async (lines, lengths) => {
        expect(await keep(lines.map((text) => `${text}\r\n`).join(''), lengths)).toEqual(lines)
      }),
    )
  })

  test('the output of a command keeps two streams separate', () => {
    const tail = new OutputTail()
    const [first, second] = [new PassThrough(), new PassThrough()]
    tail.read(first)
    tail.read(second)
    first.emit('data', 'half a ')
    second.emit('data', 'whole\n')
    first.emit('data', 'line\nbegun')
    expect(tail.lines()).toEqual(['whole', 'half a line', 'begun'])
  })

  test('a search of the output finds the first matching line, even an earlier one, and only once', () => {
    const tail = new OutputTail()
    const stream = new PassThrough()
    tail.read(stream)
    const found: string[] = []
    stream.emit('data', 'port 1\n')
    tail.onMatch(/port \d/, ([match]) => found.push(match))
    stream.emit('data', 'port 2\n')
    tail.onMatch(/door \d/, ([match]) => found.push(match))
    stream.emit('data', 'door 3\ndoor 4\n')
    tail.onMatch(/wall/, ([match]) => found.push(match))()
    stream.emit('data', 'wall\n')
    expect(found).toEqual(['port 1', 'door 3'])
  })
})
