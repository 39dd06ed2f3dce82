// Records the results of packages/report/test/recorded anew: node packages/cli/test/record-results.ts [NAME...]
// The reports beside them are written by `vitest run packages/cli/test/recorded-reports.test.ts -u`.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SuiteResult } from '@benchpress/core'
import { openDemoServer } from '../../../test/documents/demo-server.ts'
import { InterruptedError } from '../src/command-io.ts'
import { execute } from '../src/execute.ts'
import type { Preset, PresetRun } from '@benchpress/core/preset'
import { presets } from '@benchpress/presets'
import { captureIo } from './captured-io.ts'
import { projectFiles } from './record-project.ts'
import { startServer } from './start-server.ts'
import type { StartedServer } from './start-server.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const recorded = join(repository, 'packages/report/test/recorded')

/** The surroundings that a command line is run in. */
interface Surroundings {
  /** URL of the shop of the documentation. */
  readonly shop: string
  /** Starts one more server, which is closed at the end. */
  start(listener: (server: StartedServer) => RequestListener): Promise<StartedServer>
  /** Interrupts the command. */
  interrupt(): void
}

const short = ['-d', '1', '--no-progress', '--seed', '7']

/** The command line of each recorded result. */
const recordings: Readonly<Record<string, (surroundings: Surroundings) => Promise<readonly string[]>>> = {
  connections: async ({ shop }) => [`${shop}/items`, ...short, '-c', '20', '-p', '2', '-W', '0.3', '--runs', '3'],
  rate: async ({ shop }) => [`${shop}/items`, ...short, '-r', '200/s', '--arrivals', 'poisson', '-W', '0.5', '-d', '2'],
  journeys: async () => ['run', 'journeys.config.ts', '--no-progress'],
  sse: async () => ['run', 'messages.config.ts', '--no-progress'],
  socketio: async () => ['run', 'lobby.config.ts', '--no-progress'],
  variants: async () => ['run', 'variants.config.ts', '--no-progress'],
  sweep: async () => ['run', 'sweep.config.ts', '--no-progress'],
  search: async ({ start }) => {
    const busy = await start(() => limitedTo(40))
    return [busy.url, '--find', 'max-rate', '--slo', 'p99 < 500ms, error < 1%', ...short, '-r', '100']
  },
  servers: async ({ shop, start }) => {
    const gone = await start(() => (_request, response) => response.end())
    await gone.close()
    return [`${shop},${shop.replace('localhost', '127.0.0.1')},${gone.url}`, '--no-progress', '-n', '300', '-c', '4', '-w', '2']
  },
  'dead-target': async ({ start }) => {
    let responses = 0
    const dying = await start((server) => (_request, response) => {
      responses += 1
      if (responses === 500) void server.close()
      else response.end('ok')
    })
    return [dying.url, ...short, '-d', '3', '-c', '5']
  },
  interrupted: async ({ shop, interrupt }) => {
    setTimeout(interrupt, 9000)
    return [shop, ...short, '-d', '20', '-r', '100/s', '--threshold', 'http_failed rate < 1%']
  },
  deserve: async () => ['preset', 'deserve', ...short, '--scale', '0.02', '--runs', '2'],
  bridge: async () => ['preset', 'bridge', '--no-progress', '--seed', '7', '--scale', '0.01', '--max-users', '20000', '-d', '12s', '--churn', '0.1'],
  nestjs: async () => ['preset', 'nestjs', '--no-progress', '--seed', '7', '--scale', '0.1', '-d', '20s'],
  hypha: async () => ['preset', 'hypha:burst', '--no-progress', '--seed', '7', '--scale', '0.05'],
  toska: async () => ['preset', 'toska', ...short, '-d', '3', '--sweep', 'users=10,20,30,40', '--key-space', '50', '--function-time', '20ms', '--function-warmup', '10ms', '--dataset-size', '300'],
} // prettier-ignore

/** Responds to a number of requests in each tenth of a second, and refuses the others. */
function limitedTo(most: number): RequestListener {
  let tenth = 0
  let responses = 0
  return (_request, response) => {
    const now = Math.floor(performance.now() / 100)
    if (now !== tenth) [tenth, responses] = [now, 0]
    responses += 1
    response.writeHead(responses > most ? 503 : 200).end('ok')
  }
}

const wanted = process.argv.slice(2)
await mkdir(recorded, { recursive: true })
await mkdir(join(repository, 'packages/cli/.benchpress'), { recursive: true })
const folder = await mkdtemp(join(repository, 'packages/cli/.benchpress/project-'))
const demo = await openDemoServer(0)
try {
  const shop = `http://localhost:${demo.port}`
  for (const [name, text] of Object.entries(projectFiles(shop))) await writeFile(join(folder, name), text)
  for (const name of wanted.length === 0 ? Object.keys(recordings) : wanted) await record(name, shop)
} finally {
  await demo.close()
  await rm(folder, { recursive: true })
}
// A timer or a socket that a journey left open must not keep the recorder from ending.
process.exit()

async function record(name: string, shop: string): Promise<void> {
  const servers: StartedServer[] = []
  const interruption = new AbortController()
  const args = await recordings[name]?.({
    shop,
    interrupt: () => interruption.abort(new InterruptedError('SIGINT')),
    start: async (listener) => {
      let respond: RequestListener | undefined
      const server: StartedServer = await startServer((request, response) => {
        respond ??= listener(server)
        respond(request, response)
      })
      servers.push(server)
      return server
    },
  })
  if (args === undefined) throw new Error(`there is no recording ${name}`)
  const preset = args[0] === 'preset' ? presets.get(args[1]?.split(':')[0] ?? '') : undefined
  const presetRun = preset === undefined ? undefined : capturePresetRun(preset)
  const file = join(folder, `${name}.json`)
  const captured = captureIo({ cwd: folder, env: {}, signal: interruption.signal })
  const code = await execute([...args, '-o', file], captured.io)
  for (const server of servers) await server.close().catch(() => undefined)
  if (!existsSync(file)) throw new Error(`${name} was not run: ${captured.stderr()}`)
  const suite = neutral(JSON.parse(await readFile(file, 'utf8')) as SuiteResult)
  await write(`${name}.json`, suite)
  if (presetRun !== undefined) await write(`${name}.preset.json`, presetRun())
  process.stdout.write(`${name}: ${code}, ${suite.verdict.level}\n${captured.stderr()}`)
}

/** Captures the data of the sections of a preset, to be kept beside the result. */
function capturePresetRun(preset: Preset): () => object {
  const { sections } = preset
  let captured: PresetRun | undefined
  preset.sections = (suite, presetRun) => {
    captured = presetRun
    return sections?.(suite, presetRun) ?? []
  }
  return () => {
    if (captured === undefined) throw new Error(`the sections of preset ${preset.name} were not made`)
    const { part, isEmbedded, own, changes, code, notes } = captured
    return { preset: preset.name, part, isEmbedded, own, changes, code, notes }
  }
}

async function write(name: string, value: object): Promise<void> {
  const text = JSON.stringify(value, roundNumbers).replaceAll(folder, '/project').replaceAll(repository, '/benchpress/')
  await writeFile(join(recorded, name), `${text}\n`)
}

// More digits than any report shows would only fill the files.
function roundNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value
}

/** A result without the properties of the machine that recorded it. */
function neutral(suite: SuiteResult): SuiteResult {
  const { environment } = suite
  const git = { commit: '0123456789abcdef0123456789abcdef01234567', dirty: true }
  const cpu = { ...environment.cpu, model: 'Some CPU' }
  return { ...suite, environment: { ...environment, os: 'Linux 6.1', container: false, cpu, git } }
}
