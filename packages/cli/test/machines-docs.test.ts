import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createProgram } from '../src/create-program.ts'
import { captureIo } from './captured-io.ts'

const read = (name: string): string => readFileSync(new URL(`../../../docs/machines/${name}`, import.meta.url), 'utf8')
const compose = parse(read('compose.yaml')) as {
  readonly services: Readonly<
    Record<
      'broker' | 'agent',
      { readonly command: string & readonly string[]; readonly volumes: readonly string[]; readonly environment: readonly string[] }
    >
  >
}
const job = parse(read('job.yaml')) as {
  readonly kind: string
  readonly spec: {
    readonly parallelism: number
    readonly completions: number
    readonly backoffLimitPerIndex: number
    readonly completionMode: string
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> }
      readonly spec: {
        readonly restartPolicy: string
        readonly topologySpreadConstraints: readonly {
          readonly labelSelector: { readonly matchLabels: Readonly<Record<string, string>> }
        }[]
        readonly containers: readonly {
          readonly command: readonly string[]
          readonly args: readonly string[]
          readonly env: readonly { readonly name: string }[]
        }[]
      }
    }
  }
}
const [container] = job.spec.template.spec.containers

test.each([
  ['compose.yaml', compose.services.agent.command],
  ['job.yaml', [...(container?.command ?? []), ...(container?.args ?? [])]],
])('the agents of %s are started with flags that there are', (_file, words) => {
  const [npx, yes, name, command, ...flags] = words
  expect([npx, yes, name, command]).toEqual(['npx', '--yes', '@benchpress/cli', 'agent'])
  const agent = createProgram(captureIo().io).commands.find((each) => each.name() === 'agent')
  const known = agent?.options.map(({ long }) => long)
  const given = flags.filter((word) => word.startsWith('--'))
  expect(given).toContain('--trust')
  for (const flag of given) expect(known).toContain(flag)
})

test('the broker of compose.yaml has the users of redis.acl, and its agents the password of theirs', () => {
  const { broker, agent } = compose.services
  expect(broker.volumes).toEqual(['./redis.acl:/etc/valkey/redis.acl:ro'])
  expect(broker.command).toContain('--aclfile /etc/valkey/redis.acl')
  const [, user = '', password = ''] = /^BENCHPRESS_MACHINES=redis:\/\/(.*):(.*)@broker:/.exec(agent.environment[0] ?? '') ?? []
  expect(read('redis.acl')).toContain(`user ${user} on >${password} `)
})

test('a failing agent of the job ends no other agent, and every variable of the job is named', () => {
  const { kind, spec } = job
  expect([kind, spec.completionMode, spec.template.spec.restartPolicy]).toEqual(['Job', 'Indexed', 'Never'])
  expect(spec.backoffLimitPerIndex).toBeGreaterThan(0)
  expect(spec.completions).toBe(spec.parallelism)
  const [spread] = spec.template.spec.topologySpreadConstraints
  expect(spec.template.metadata.labels).toMatchObject(spread?.labelSelector.matchLabels ?? {})
  const used = (container?.args ?? []).flatMap((word) => /^\$\((\w+)\)$/.exec(word)?.[1] ?? [])
  const named = container?.env.map(({ name }) => name)
  for (const variable of [...used, 'BENCHPRESS_MACHINES']) expect(named).toContain(variable)
})
