import { execFileSync } from 'node:child_process'
import { hostname, machine, platform, release, type, version } from 'node:os'
import type { SuiteResult } from '@benchpress/core'

/**
 * Describes the machine and the versions, by the names of the published `env.json`; `null` for unknown values.
 *
 * The branch is that of the working directory. It is looked up in the calling thread, after all measurements.
 */
export function toskaEnvironment({ environment }: SuiteResult, folder: string = process.cwd()): object {
  const { startedAt, git, benchpress, node, os, arch, cpu, memory } = environment
  return {
    generated_at: startedAt,
    git: git === null ? null : { sha: git.commit, branch: branchOf(folder), dirty: git.dirty },
    benchpress,
    node,
    os: { type: platform(), name: os, arch, uname: `${type()} ${release()} ${version()} ${machine()}` },
    cpu: { model: cpu.model, cores: cpu.count },
    memory: { mem_total: memory.total },
    hostname: hostname(),
  }
}

const gitTimeout = 5000

// Git itself handles worktrees, and detached heads without a branch.
function branchOf(folder: string): string | null {
  try {
    const words = ['rev-parse', '--abbrev-ref', 'HEAD']
    const branch = execFileSync('git', words, { cwd: folder, timeout: gitTimeout, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' })
    return branch.trim() === 'HEAD' ? null : branch.trim()
  } catch {
    return null
  }
}
