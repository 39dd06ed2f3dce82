import { resolve } from 'node:path'
import type { GatheredTest, ThreadShare } from '@benchpress/core/machines'
import type { AgentOrder } from './agent-order.ts'
import type { Packed } from './archive.ts'
import { readSigningKey } from './keys.ts'
import { packCode, renameModules, type PackedCode } from './pack-code.ts'
import type { SecretPlace } from './find-secrets.ts'
import { longVariables, SecretVariables } from './secret-texts.ts'
import { takeSecretsOut } from './secrets.ts'
import { signMessage, type Addressee } from './signed-message.ts'

/** The code of a test: the modules of its journeys and plugins, and the secrets of its config. */
export type TestCode = Pick<GatheredTest, 'modules' | 'secrets'>

/** The order of one agent, before its secrets are removed. */
export type PlainOrder = Omit<AgentOrder, 'versions' | 'mark'>

/** The signing side of a run: packs and signs everything for agents, without secrets. */
export interface StarterTrust {
  /**
   * Packs the code of the shares of a test, once for each test and before its orders.
   *
   * @throws BenchpressError `INVALID_CONFIG` with everything that cannot be sent
   */
  pack(test: TestCode): Promise<Packed>
  /**
   * Makes the order that may be sent to an agent, without secrets.
   *
   * @throws InvalidConfigError with each secret that comes from no variable of the environment
   */
  prepare(order: PlainOrder): AgentOrder
  /** Signs a message for one agent only. */
  sign(message: string, to: Addressee): string
}

/** The key to sign with, and the files to send with the code. */
export interface StarterTrustOptions {
  /** Path of the private key. */
  readonly key: string
  /** Working folder of the run, which files of feeds are relative to. Default: that of the process. */
  readonly cwd?: string
  /** Files that journeys read by themselves, relative to the working folder. */
  readonly files?: readonly string[]
  /** Default: that of the process. */
  readonly env?: NodeJS.ProcessEnv
}

/**
 * Reads the key that signs all messages to agents.
 *
 * @throws BenchpressError `INVALID_CONFIG` when the key cannot be read
 */
export async function starterTrust({ key, cwd = '.', files = [], env = process.env }: StarterTrustOptions): Promise<StarterTrust> {
  const signing = await readSigningKey(key)
  const folder = resolve(cwd)
  const tests = new Map<string, PackedCode & Pick<TestCode, 'secrets'>>()
  return {
    pack: async ({ modules, secrets }) => {
      const isSecret = (_: string, value: string): boolean => secrets.includes(value)
      const variables = new SecretVariables(longVariables(env, isSecret), secrets, '')
      const code = await packCode({ modules, cwd: folder, files, findSecret: (text) => variables.firstIn(text) })
      tests.set(code.packed.digest, { ...code, secrets })
      return code.packed
    },
    prepare: ({ shares, ...order }) => {
      const code = tests.get(order.archive)
      if (code === undefined) throw new Error(`no archive ${order.archive} was packed`)
      // An agent knows no other secrets, and no share holds one.
      const values = new Set(Object.values(env))
      const told = shares.map((share) => ({ ...share, secrets: share.secrets.filter((secret) => values.has(secret)) }))
      const renamed = renameModules(told, (module) => code.places.get(module) ?? module)
      const nameOf = (path: SecretPlace): string => nameIn(shares, path)
      const { data, mark } = takeSecretsOut(renamed, { env, secrets: code.secrets, nameOf })
      return { ...order, versions: code.versions, shares: data, mark }
    },
    sign: (message, to) => signMessage(message, to, signing),
  }
}

/** Names a place in shares like a config, as far as possible: all shares of a test have the same config. */
function nameIn(shares: readonly ThreadShare[], [share, list, index, ...rest]: SecretPlace): string {
  const { [Number(share)]: of } = shares
  const named = list === 'scenarios' || list === 'plugins' ? of?.[list][Number(index)]?.name : undefined
  return [list, named ?? index, ...rest].filter((part) => part !== undefined && part !== 'action').join('.')
}
