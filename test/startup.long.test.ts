import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const bin = fileURLToPath(new URL('../packages/cli/bin/benchpress.mjs', import.meta.url))

test('the command prints its version within twice the time of an empty program of Node.js', () => {
  const bare: number[] = []
  const version: number[] = []
  // Measured alternately, with the shortest time of each, so that other work of the machine affects neither.
  for (let round = 0; round < 12; round++) {
    bare.push(time(['--eval', '0']))
    version.push(time([bin, '--version']))
  }
  expect(Math.min(...version)).toBeLessThan(2 * Math.min(...bare))
})

test('the command loads nothing of reports but the printing of texts for its version or its help', async () => {
  // The launcher itself prints `--version`, and loads nothing at all.
  for (const args of [['-v'], ['--help']]) {
    const { stderr } = await promisify(execFile)(process.execPath, ['--import', tellModules, bin, ...args])
    const loaded = loadedIn(stderr)
    expect(loaded.some((url) => url.endsWith('/create-program.ts'))).toBe(true)
    expect(loaded.filter((url) => url.includes('/packages/report/') && !url.endsWith('/texts.ts'))).toEqual([])
  }
})

test('a test of a URL loads no preset, no plugin and no code for other machines', async () => {
  const server = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const args = ['--import', tellModules, bin, `http://127.0.0.1:${port}`, '-n', '10', '-w', '0']
  // A machine that is too busy for ten requests makes the run invalid, which does not matter here.
  const { stderr, code } = await promisify(execFile)(process.execPath, args)
    .then(
      (ended) => ({ ...ended, code: 0 }),
      (error: { stderr: string; code: number }) => error,
    )
    .finally(() => server.close())
  expect([0, 97]).toContain(code)
  const loaded = loadedIn(stderr)
  expect(loaded.some((url) => url.endsWith('/src/commands.ts'))).toBe(true)
  expect(
    loaded.filter((url) =>
      /\/src\/presets\/(?!known-presets)|\/packages\/(?:presets|plugin-|machines)|\/examples\/|\/(?:bullmq|ioredis|rolldown|pg)\//.test(
        url,
      ),
    ),
  ).toEqual([])
})

test('presets are listed without their plugins and their targets', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--import', tellModules, bin, 'presets'])
  const loaded = loadedIn(stderr)
  expect(stdout).toContain('toska:kv')
  expect(loaded.some((url) => url.includes('/packages/presets/'))).toBe(true)
  expect(loaded.filter((url) => /\/packages\/plugin-|\/examples\//.test(url))).toEqual([])
})

// A module that prints every loaded module on stderr.
const tellModules = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  import { writeSync } from 'node:fs'
  registerHooks({ load: (url, context, next) => (writeSync(2, 'loads ' + url + '\\n'), next(url, context)) })
`)}`

function loadedIn(stderr: string): readonly string[] {
  return [...stderr.matchAll(/^loads (.*)$/gm)].map(([, url = '']) => url)
}

function time(args: readonly string[]): number {
  const start = performance.now()
  execFileSync(process.execPath, args)
  return performance.now() - start
}
