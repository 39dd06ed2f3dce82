import { mkdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BenchpressError, type ThreadShare } from '@benchpress/core/machines'
import { unpackFiles, type Packed } from './archive.ts'
import { readTrustedKeys } from './keys.ts'
import { folderFile, renameModules } from './pack-code.ts'
import { openOrder, type SealedOrder } from './sealed-order.ts'
import { fillSecretsIn, hidingSecrets } from './secrets.ts'
import { findPackages } from './versions.ts'

/** Shares that can be run on this machine. */
export interface UnpackedShares {
  readonly shares: readonly ThreadShare[]
  /** Working folder of the process that runs them. */
  readonly cwd: string
  /** Copies what that process tells, without the secrets of this machine. */
  hide<Data>(data: Data): Data
}

/** Where shares are run: believes what was signed by a trusted key, for this agent, just now. */
export interface AgentTrust {
  /**
   * Reads an order; each `agent` opens one order.
   *
   * @param expected the run, what this agent said once for it, and the time on the broker's clock in milliseconds since 1970
   * @throws BenchpressError `NOT_TRUSTED` with why it is refused
   */
  open(sealed: Uint8Array, expected: { readonly run: string; readonly agent: string; readonly now: number }): SealedOrder
  /**
   * Puts the code of an order into an empty folder, and the secrets of this machine into its shares.
   *
   * @throws BenchpressError `NOT_TRUSTED` when the archive is not that of the order; `INVALID_CONFIG` with packages of other versions, or with variables that are not set
   */
  unpack(packed: Packed, order: SealedOrder, folder: string, env: NodeJS.ProcessEnv): Promise<UnpackedShares>
}

/**
 * Reads the keys whose orders an agent obeys.
 *
 * @param trusted each a public key, or the path of a file with some
 * @throws BenchpressError `INVALID_CONFIG` when there is none, or what is given is none
 */
export async function agentTrust(trusted: readonly string[]): Promise<AgentTrust> {
  const keys = await readTrustedKeys(trusted)
  const opened = new Set<string>()
  return {
    open: (sealed, expected) => {
      const order = openOrder(sealed, keys, expected)
      if (opened.has(order.agent)) throw new BenchpressError('NOT_TRUSTED', 'the order is refused: it was obeyed before')
      opened.add(order.agent)
      return order
    },
    unpack: async ({ bytes }, { archive, versions, shares, references }, folder, env) => {
      const filled = fillSecretsIn({ data: shares, references }, env)
      // What is beside this module comes with the command; more may be installed where the agent was started.
      const packages = await findPackages(versions, [import.meta.url, pathToFileURL(resolve('agent.js')).href])
      await unpackFiles({ bytes, digest: archive }, folder)
      for (const { name, folder: installed } of packages) {
        const link = join(folder, 'node_modules', name)
        await mkdir(dirname(link), { recursive: true })
        await symlink(installed, link, 'junction')
      }
      const cwd = join(folder, await readFile(join(folder, folderFile), 'utf8'))
      await mkdir(cwd, { recursive: true })
      return {
        shares: renameModules(filled, (place) => pathToFileURL(join(folder, place)).href),
        cwd,
        hide: hidingSecrets(references, env),
      }
    },
  }
}
