import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Path of the browser for tests of pages: the one that `CHROMIUM` names, or the first one on the PATH; `undefined` without one. */
export const chromiumPath: string | undefined = process.env['CHROMIUM'] ?? browsers.map(findOnPath).find((path) => path !== undefined)

/** Finds a Python with the reference parser of OpenMetrics; `undefined` without one. Debian's package is for Debian's Python. */
export function findOpenMetricsPython(): string | undefined {
  return ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', 'import prometheus_client.openmetrics.parser']).status === 0,
  )
}

/** The tools that some tests need besides Node.js, by the names of Debian's packages; `.ci/run` installs them. */
const tools = {
  bash: () => findOnPath('bash') !== undefined,
  chromium: () => chromiumPath !== undefined,
  curl: () => findOnPath('curl') !== undefined,
  fish: () => findOnPath('fish') !== undefined,
  'fonts-dejavu-core': () => existsSync('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf'),
  gcc: () => findOnPath('gcc') !== undefined,
  gh: () => findOnPath('gh') !== undefined,
  // Needs the right to make namespaces.
  iproute2: makesNamespaces,
  postgresql: () => existsSync('/usr/lib/postgresql') || findOnPath('initdb') !== undefined,
  'python3-prometheus-client': () => findOpenMetricsPython() !== undefined,
  'redis-server': () => findOnPath('redis-server') !== undefined,
  tmux: () => findOnPath('tmux') !== undefined,
  zsh: () => findOnPath('zsh') !== undefined,
} as const satisfies Readonly<Record<string, () => boolean>>

let canMake: boolean | undefined

function makesNamespaces(): boolean {
  const ip = (...args: readonly string[]): boolean => spawnSync('ip', args, { stdio: 'ignore' }).status === 0
  const name = `benchpress-${process.pid}`
  canMake ??= process.getuid?.() === 0 && ip('netns', 'add', name) && ip('netns', 'exec', name, 'true') && ip('netns', 'del', name)
  return canMake
}

/** The name of a tool that tests may need. */
type Tool = keyof typeof tools

/** Whether a tool is installed. */
export function hasTool(name: Tool): boolean {
  return tools[name]()
}

/** Lists the missing tools, for which tests are skipped. */
export function missingTools(): readonly Tool[] {
  return (Object.keys(tools) as Tool[]).filter((name) => !hasTool(name))
}

function findOnPath(program: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path))
}
