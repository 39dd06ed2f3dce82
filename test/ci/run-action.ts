import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parse } from 'yaml'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** A step of a composite action. */
interface Step {
  readonly name: string
  readonly id?: string
  readonly if?: string
  readonly shell: string
  readonly run: string
  readonly env?: Readonly<Record<string, string>>
  readonly 'working-directory'?: string
}

/** The action of this repository, as read from its file. */
export interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly required?: boolean; readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}

/** Reads `action.yml`. */
export async function readAction(): Promise<Action> {
  return parse(await readFile(join(repository, 'action.yml'), 'utf8')) as Action
}

/** The surroundings of a run of the action. */
export interface ActionRun {
  /** Folder of the user's checkout. */
  readonly workspace: string
  /** An empty folder, for the files that GitHub keeps for a job. */
  readonly temp: string
  readonly inputs: Readonly<Record<string, string>>
  /** The event that started the workflow. */
  readonly event: object
  readonly eventName?: string
  readonly apiUrl: string
  readonly token: string
  /** Folders in front of PATH. */
  readonly path?: readonly string[]
  /** Other variables of the job. */
  readonly env?: Readonly<Record<string, string>>
}

/** The outcome of a run of the action. */
export interface ActionEnd {
  /** Exit code of the first step that failed; 0 for a success. */
  readonly code: number
  readonly failed: string | null
  readonly outputs: Readonly<Record<string, string>>
  /** The summary of the job. */
  readonly summary: string
  /** Output of all steps. */
  readonly log: string
  /** The variables of each step besides those of the job, by the name of the step. */
  readonly given: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Runs the steps of `action.yml` like a runner of GitHub: one after the other, by the shell of each, with expressions filled in. */
export async function runAction(
  action: Action,
  { workspace, temp, inputs, event, eventName = 'pull_request', apiUrl, token, path = [dirname(process.execPath)], env: own }: ActionRun,
): Promise<ActionEnd> {
  const files = { output: join(temp, 'output'), summary: join(temp, 'summary.md'), event: join(temp, 'event.json') }
  await mkdir(temp, { recursive: true })
  for (const file of [files.output, files.summary]) await writeFile(file, '')
  await writeFile(files.event, JSON.stringify(event))
  const job = {
    ...surroundings(own),
    PATH: [...path, process.env['PATH'] ?? ''].join(delimiter),
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: apiUrl,
    GITHUB_REPOSITORY: 'shop/api',
    GITHUB_ACTOR: 'ann',
    GITHUB_EVENT_PATH: files.event,
    GITHUB_STEP_SUMMARY: files.summary,
    GITHUB_OUTPUT: files.output,
  }
  const github = { event, event_name: eventName, token, action_path: repository.replace(/\/$/, '') }
  const defaults = Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, fill(input.default ?? '', { github })]))
  const steps: Record<string, { outputs: Record<string, string> }> = {}
  const contexts = { github, runner: { temp }, inputs: { ...defaults, ...inputs }, steps }
  const given: Record<string, Readonly<Record<string, string>>> = {}
  const failures: { readonly code: number; readonly name: string }[] = []
  let log = ''
  for (const step of action.runs.steps) {
    if (!holds(step, contexts, failures.length > 0)) continue
    const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, fill(text, contexts)]))
    given[step.name] = env
    await writeFile(files.output, '')
    const cwd = join(workspace, fill(step['working-directory'] ?? '.', contexts))
    const done = await runStep(step, join(temp, 'step.sh'), { cwd, env: { ...job, ...env } })
    log += `${done.stdout}${done.stderr}`
    if (done.code !== 0) failures.push({ code: done.code, name: step.name })
    if (step.id !== undefined) steps[step.id] = { outputs: readOutputs(await readFile(files.output, 'utf8')) }
  }
  const outputs = Object.fromEntries(Object.entries(action.outputs).map(([name, { value }]) => [name, fill(value, contexts)]))
  const [first = { code: 0, name: null }] = failures
  return { code: first.code, failed: first.name, outputs, summary: await readFile(files.summary, 'utf8'), log, given }
}

async function runStep(
  { name, shell, run }: Step,
  script: string,
  place: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  if (shell !== 'bash') throw new Error(`${name}: no runner for ${shell}`)
  await writeFile(script, run)
  return await promisify(execFile)('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], place).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
}

// Variables of this process's own job are left out.
function surroundings(given: ActionRun['env']): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:GITHUB|GITLAB|CI|BENCHPRESS|VITEST)(?:_|$)/.test(name))
  return { ...Object.fromEntries(own), ...given }
}

function readOutputs(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

/** Fills in the expressions of a text; a missing value is empty, as on GitHub. */
function fill(text: string, contexts: object): string {
  return text.replaceAll(/\$\{\{\s*([^}]*?)\s*\}\}/g, (_all, path: string) => valueOf(path, contexts))
}

function valueOf(path: string, contexts: object): string {
  if (!/^[\w-]+(?:\.[\w-]+)*$/.test(path)) throw new Error(`no runner for the expression ${path}`)
  const value = path.split('.').reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>> | undefined)?.[key], contexts)
  return value === undefined || value === null ? '' : (value as string | number | boolean).toString()
}

/** Whether a step is run: a step without a status function is skipped after a failure. Nothing is cancelled here. */
function holds({ if: condition = '' }: Step, contexts: object, hasFailed: boolean): boolean {
  const parts = condition
    .replace(/^\$\{\{(.*)\}\}$/, '$1')
    .split('&&')
    .map((part) => part.trim())
  const compared = parts.filter((part) => part !== '' && part !== '!cancelled()')
  if (hasFailed && !parts.includes('!cancelled()')) return false
  return compared.every((part) => {
    const [, path = '', operator = '', text = ''] = /^([\w.-]+)\s*([=!]=)\s*'([^']*)'$/.exec(part) ?? []
    if (path === '') throw new Error(`no runner for the condition ${part}`)
    return (valueOf(path, contexts) === text) === (operator === '==')
  })
}
