import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { run } from '../../src/run/api.ts'
import { startShopServer } from './shop-server.ts'

const stray = fileURLToPath(new URL('journeys/stray.journey.ts', import.meta.url))

test('errors that a journey throws where nothing can catch them are counted and noted, printed once, and end no thread', async () => {
  const server = await startShopServer()
  onTestFinished(() => server.close())
  const told: string[] = []
  const result = await run(
    { target: server.url, workers: 2, scenarios: { shop: { journey: stray, workload: { users: 4, iterations: 40 } } } },
    { onProgress: ({ message }) => void (message !== undefined && told.push(message)) },
  )
  const { generator, scenarios, verdict } = result
  expect(scenarios[0]?.users?.iterations).toMatchObject({ started: 40, completed: 40 })
  expect(generator.threads.map(({ lost }) => lost)).toEqual([null, null])
  const rejected = 'a promise was rejected that nobody waited for: nobody waits for this'
  const thrown = ['no bid is left', 'no such message'].map((reason) => `thrown outside of any iteration, as in a timer: ${reason}`)
  expect(generator.strayErrors).toEqual({ count: 120, first: rejected })
  expect(verdict.reasons).toContainEqual({
    rule: 'stray-errors',
    level: 'note',
    text: `120 errors of journeys or plugins belong to no iteration; the first: ${rejected}`,
  })
  expect(told.filter((message) => /rejected|thrown/.test(message)).toSorted()).toEqual([rejected, ...thrown])
})

describe('a test in the thread of its caller', () => {
  /** The output of a program that runs such a test, and how it ended. */
  function runIn(...words: readonly string[]): Promise<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }> {
    const program = fileURLToPath(new URL('journeys/stray-here.ts', import.meta.url))
    return new Promise((resolve) => {
      execFile(process.execPath, [program, ...words], (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }))
    })
  }

  const first = 'a promise was rejected that nobody waited for: nobody waits for this'

  test('a test in the calling thread counts errors that nothing can catch, and leaves nothing behind', async () => {
    const { code, stdout, stderr } = await runIn()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({ iterations: 10, stray: first, isRunning: true, left: 0, own: 0 })
  })

  test('a test in the calling thread leaves errors of the program to its listeners', async () => {
    const { code, stdout } = await runIn('thrown,rejected', 'yes')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ iterations: 10, stray: first, isRunning: true, left: 0, own: 2 })
  })

  test.each(['thrown', 'rejected'])(
    'a test in the calling thread does not keep Node.js from ending a program whose error is %s',
    async (error) => {
      const { code, stdout, stderr } = await runIn(error)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain('Error: of my own')
    },
  )
})
