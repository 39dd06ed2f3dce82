import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { brokers } from './brokers.ts'
import { openWay } from './way.ts'

// As text, so that a process that ended instead is shown with what it wrote.
const refused = JSON.stringify(
  Object.fromEntries(['list', 'get', 'remove', 'drop', 'queues', 'now'].map((call) => [call, 'BROKER_UNREACHABLE'])),
)

describe.each(brokers)('a process with %s', (_name, isThere, start) => {
  test.skipIf(!isThere)(
    'that goes away while calls are under way, and before others, gets BROKER_UNREACHABLE for each, and ends in order',
    async () => {
      const server = await start()
      const way = await openWay(server.url)
      const child = spawn(process.execPath, [join(import.meta.dirname, 'lost-broker-entry.ts'), way.url], { stdio: 'pipe' })
      onTestFinished(async () => {
        child.kill('SIGKILL')
        await way.close()
        await server.stop()
      })
      const [exited, errors] = [once(child, 'exit'), text(child.stderr)]
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
      const line = async (): Promise<string> => (await lines.next()).value ?? `it ended: ${await errors}`
      expect(await line()).toBe('open')
      // The calls have their connections, and wait, when these break.
      way.cut()
      child.stdin.write('call\n')
      expect(await line()).toBe('called')
      await server.kill()
      way.reset()
      way.heal()
      expect(await line()).toBe(refused)
      child.stdin.write('call\n')
      expect(await line()).toBe('called')
      expect(await line()).toBe(refused)
      expect(await exited).toEqual([0, null])
      expect(await errors).toBe('')
    },
  )

  test.skipIf(!isThere)('has no timer left when it has closed its broker while it waited for a message', async () => {
    const server = await start()
    const child = spawn(process.execPath, [join(import.meta.dirname, 'listener-entry.ts'), server.url], { stdio: 'pipe' })
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await server.stop()
    })
    const [written, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
    expect(errors).toBe('')
    expect(JSON.parse(written)).toEqual([])
  })
})
