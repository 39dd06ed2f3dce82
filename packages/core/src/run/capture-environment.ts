import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, cpus, freemem, loadavg, release, totalmem, type } from 'node:os'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { findVersion } from '../load/plugin/config-plugins.ts'
import { memoryLimit, readText, usableCpus } from '../target/cgroup.ts'
import type { Machine } from '../result/summary/generator-summary.ts'
import type { Environment } from '../result/shape/result.ts'
import { readMachineLimits } from '../target/connection-limits.ts'
import type { OwnFacts } from './machines/machines.ts'

const gitTimeout = 2000
const execute = promisify(execFile)

/** Captures the machine, the versions and the limits that a suite is about to run with. Takes at most two seconds, mostly for git. */
export async function captureEnvironment(directory: string = process.cwd()): Promise<Environment> {
  const startedAt = new Date().toISOString()
  const [minute = 0, fiveMinutes = 0, quarter = 0] = loadavg()
  const { benchpress, node, ...hardware } = await captureMachine()
  const autocannon = pathToFileURL(createRequire(import.meta.url).resolve('autocannon')).href
  return {
    benchpress,
    node,
    autocannon: (await findVersion(autocannon)) ?? 'unknown',
    ...hardware,
    memory: { total: totalmem(), free: freemem(), limit: memoryLimit() },
    loadAverage: [minute, fiveMinutes, quarter],
    container: isContainer(),
    git: await readGit(directory),
    startedAt,
  }
}

/** Captures the facts of this machine and its tools that must be the same for two results to be compared. */
export async function captureMachine(): Promise<Machine> {
  const processors = cpus()
  return {
    benchpress: (await findVersion(import.meta.url)) ?? 'unknown',
    node: process.version,
    os: `${type()} ${release()}`,
    arch: arch(),
    cpu: { model: processors[0]?.model.trim() ?? 'unknown', count: processors.length, usable: usableCpus() },
  }
}

function isContainer(): boolean {
  // Signs of Docker, Podman, Kubernetes, systemd-nspawn and LXC; other containers are found by the control group.
  if (existsSync('/.dockerenv') || existsSync('/run/.containerenv')) return true
  if (process.env['KUBERNETES_SERVICE_HOST'] !== undefined || process.env['container'] !== undefined) return true
  return /docker|containerd|kubepods|libpod|lxc/.test(readText('/proc/1/cgroup') ?? '')
}

async function readGit(cwd: string): Promise<Environment['git']> {
  // Node's own execFile is used, because a library would cost every run its memory.
  const described = await execute('git', ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'], {
    cwd,
    // The query must not take the index lock of a repository that is in use.
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
    timeout: gitTimeout,
  }).catch(() => undefined)
  const [, commit, dirty] = /^([0-9a-f]{40,64})(-dirty)?$/.exec(described?.stdout.trim() ?? '') ?? []
  return commit === undefined ? null : { commit, dirty: dirty !== undefined }
}

/**
 * Reads the facts of this machine, for a test that runs on it.
 *
 * @param name a name that no other machine of the test has
 */
export async function readMachineFacts(name: string): Promise<OwnFacts> {
  return { name, ...(await captureMachine()), memory: totalmem(), boot: bootOf(), limits: readMachineLimits() }
}

/** Identifier of the boot of this machine; `null` where the system does not report it. */
export function bootOf(): string | null {
  return readText('/proc/sys/kernel/random/boot_id')?.trim() ?? null
}
