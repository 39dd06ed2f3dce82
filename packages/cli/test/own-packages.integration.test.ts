import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SuiteResult } from '@benchpress/core'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectDone } from './captured-io.ts'
import { startServer, type StartedServer } from './start-server.ts'

const bin = fileURLToPath(new URL('../bin/benchpress.mjs', import.meta.url))
let server: StartedServer
let folder = ''

// Nothing is installed in this folder, nor above it.
beforeAll(async () => {
  server = await startServer((_request, response) => response.end('[]'))
  folder = await mkdtemp(join(tmpdir(), 'benchpress-own-packages-'))
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const journey = `import { journey } from '@benchpress/core'
import type { Sse } from '@benchpress/plugin-sse'
import { itemOf } from './item.ts'
export default journey(async ({ http }) => void (await http.get(itemOf(1))))
`
const item = `import { path } from '@benchpress/core'
export const itemOf = (id: number) => path\`/items/\${id}\`
`

test.each([
  ['an empty folder', 'mts', undefined],
  ['an empty folder', 'mjs', undefined],
  ['a folder whose package.json says commonjs', 'ts', 'commonjs'],
  ['a folder whose package.json says commonjs', 'js', 'commonjs'],
  ['a folder whose package.json says module', 'ts', 'module'],
])(
  'in %s, a config in .%s, its plugin and its journey find the packages beside the command, in load threads, too',
  async (_place, extension, type) => {
    const own = join(folder, `${type ?? 'empty'}-${extension}`)
    const config = join(own, `benchpress.config.${extension}`)
    await mkdir(own)
    if (type !== undefined) await writeFile(join(own, 'package.json'), JSON.stringify({ type }))
    await writeFile(join(own, 'visit.journey.ts'), journey)
    await writeFile(join(own, 'item.ts'), item)
    await writeFile(
      config,
      `import { defineConfig } from '@benchpress/core'
import { sse } from '@benchpress/plugin-sse'
import '@benchpress/core/report'
export default defineConfig({
  target: '${server.url}',
  plugins: [sse()],
  workers: 1,
  scenarios: { visits: { journey: './visit.journey.ts', workload: { users: 2, iterations: 10 } } },
})
`,
    )
    const { exitCode, stdout, stderr } = await benchpress(['run', config, '--json'])
    expectDone(exitCode, `${stdout}${stderr}`)
    const { tests }: SuiteResult = JSON.parse(stdout)
    expect(tests[0]?.scenarios[0]?.endpoints).toMatchObject([{ name: 'GET /items/{id}', counts: { started: 10 } }])
  },
)

test('a package beside the config comes before that of the command', async () => {
  const own = join(folder, 'own')
  await mkdir(join(own, 'node_modules/@benchpress/core'), { recursive: true })
  await writeFile(join(own, 'node_modules/@benchpress/core/package.json'), '{ "type": "module", "exports": "./index.js" }')
  await writeFile(join(own, 'node_modules/@benchpress/core/index.js'), 'export const defineConfig = () => { throw new Error("my own") }')
  await writeFile(join(own, 'benchpress.config.mjs'), "import { defineConfig } from '@benchpress/core'\nexport default defineConfig({})")
  const { exitCode, stderr } = await benchpress(['plan', join(own, 'benchpress.config.mjs')])
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('cannot be loaded: my own')])
})

test('a package that is found in neither place is named, with what to install', async () => {
  const path = join(folder, 'missing.mjs')
  await writeFile(path, "import '@benchpress/plugin-nowhere'\nexport default {}")
  const { exitCode, stderr } = await benchpress(['plan', path])
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining("missing.mjs cannot be loaded: Cannot find package '@benchpress/plugin-nowhere'"),
  ])
  expect(stderr).toContain('\n  Install what it imports: npm i -D @benchpress/plugin-nowhere.')
})

// The return type is execa's, which follows its options.
function benchpress(args: readonly string[]) {
  return execa(process.execPath, [bin, ...args], { reject: false, cwd: folder, env: { CI: '1' }, timeout: 100_000, stdin: 'ignore' })
}
