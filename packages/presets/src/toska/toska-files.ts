import { execFileSync } from 'node:child_process'
import { hostname, machine, platform, release, type, version } from 'node:os'
import type { SuiteResult } from '@benchpress/core'
import type { PresetRun } from '@benchpress/core/preset'
import { markdown, presetSections } from '@benchpress/report'

/** Files of the published report folder by name: the environment, the summary, and a folder of each level with its figures. */
export function toskaFiles(suite: SuiteResult, presetRun: PresetRun): Readonly<Record<string, string>> {
  const levels = suite.tests.flatMap(({ repeat, scenarios }) =>
    scenarios.flatMap((scenario): (readonly [string, string])[] => {
      const { name, workload } = scenario
      if ((name !== 'kv' && name !== 'replication') || workload.kind !== 'users') return []
      return [[`baseline-${name}-vu${workload.from}${repeat > 1 ? `-run${repeat}` : ''}/${name}_summary.json`, asJson(scenario)]]
    }),
  )
  return {
    ...Object.fromEntries(levels),
    'env.json': asJson(environmentOf(suite)),
    'summary.md': markdown({ title: 'Toska performance report', sections: presetSections(suite, presetRun) }),
  }
}

function asJson(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

// The names of the published env.json; the commit of the working directory says nothing of the store.
function environmentOf({ environment }: SuiteResult): object {
  const { startedAt, benchpress, node, os, arch, cpu, memory } = environment
  return {
    generated_at: startedAt,
    elixir: firstLine('elixir', ['--short-version']),
    erlang: firstLine('erl', ['-noshell', '-eval', 'io:format("~s~n", [erlang:system_info(otp_release)]), halt().']),
    benchpress,
    node,
    os: { type: platform(), name: os, arch, uname: `${type()} ${release()} ${version()} ${machine()}` },
    cpu: { model: cpu.model, cores: cpu.count },
    memory: { mem_total: memory.total },
    hostname: hostname(),
  }
}

// It runs in the calling thread, after all measurements; `null` where the program is not there.
function firstLine(program: string, args: readonly string[]): string | null {
  try {
    const said = execFileSync(program, [...args], { timeout: 10_000, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' })
    return said.trim().split('\n')[0] ?? null
  } catch {
    return null
  }
}
