import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { keepSecrets } from '../base/redact/secrets.ts'
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

  test('the output of a command has no part of a secret, however it arrives and wherever it is cut', async () => {
    const secret = 'Zq8/+"tOpsEcReT&77=='
    onTestFinished(keepSecrets([secret]))
    const padding = fc.oneof(fc.nat(40), fc.integer({ min: 3800, max: 8500 }))
    await fc.assert(
      fc.asyncProperty(padding, padding, fc.array(fc.integer({ min: 1, max: 5000 })), async (before, after, lengths) => {
        const text = `${'y'.repeat(before)}${secret}${'z'.repeat(after)} ${JSON.stringify(secret)}\nthe end`
        const lines = await keep(text, lengths)
        expect(lines.at(-1)).toBe('the end')
        expect(lines.join('\n')).not.toMatch(/Zq8|tOps|EcReT|77==/)
      }),
    )
  })

  test('a private key of more lines than are shown is left out of the output of a command', async () => {
    const key = Array.from({ length: 50 }, () => 'MIIabcdefgh0123456789'.repeat(3)).join('\n')
    expect(await keep(`key:\n-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\nready`)).toEqual([
      'key:',
      '[redacted]',
      'ready',
    ])
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
