import type { SuiteResult, TestResult } from '@benchpress/core'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../../../cli/bin/benchpress.mjs', import.meta.url))
const plugin = new URL('../../src/index.ts', import.meta.url).href

/** The outcome of one call of the command. */
export interface CommandEnd {
  readonly code: number | null
  readonly stderr: string
  readonly stdout: string
  /** Result in the file that the command wrote; `undefined` without a file. */
  readonly result: TestResult | undefined
}

/** A call of the command that is under way. */
export interface RunningCommand {
  readonly child: ChildProcess
  readonly ended: Promise<CommandEnd>
}

/** Parts of the config of a call, as code in which `sse` is defined. */
export interface CommandConfig {
  readonly target: string
  readonly journey: string
  readonly workload: object
  /** The most files that the process may open. */
  readonly files?: number
}

/** Runs a config of one scenario, in a folder of its own, with the command as a user would. */
export async function runCommand(config: CommandConfig): Promise<RunningCommand> {
  const folder = await mkdtemp(join(tmpdir(), 'benchpress-sse-'))
  const file = join(folder, 'result.json')
  await writeFile(join(folder, 'benchpress.config.mjs'), writeConfig(config))
  const args = [bin, 'run', '-q', '-o', file]
  const limit = config.files === undefined ? '' : `ulimit -n ${config.files}; `
  const child = spawn('/bin/sh', ['-c', `${limit}exec "$0" "$@"`, process.execPath, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  })
  const end = async (): Promise<CommandEnd> => {
    const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exit])
    const result = await readFile(file, 'utf8').catch(() => undefined)
    await rm(folder, { recursive: true })
    return { code, stdout, stderr, result: result === undefined ? undefined : (JSON.parse(result) as SuiteResult).tests[0] }
  }
  return { child, ended: end() }
}

function writeConfig({ target, journey, workload }: CommandConfig): string {
  return `import { sse } from ${JSON.stringify(plugin)}
export default {
  target: ${JSON.stringify(target)},
  plugins: [sse()],
  scenarios: { subscribers: { journey: ${journey}, workload: ${JSON.stringify(workload)} } },
}
`
}
