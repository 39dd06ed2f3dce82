import { mkdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hidingSecrets, secretVariables, type ThreadShare } from '@benchpress/core/machines'
import type { AgentOrder } from './agent-order.ts'
import { unpackFiles, type Packed } from './archive.ts'
import { readTrustedKeys } from './keys.ts'
import { folderFile, renameModules } from './pack-code.ts'
import { fillSecretsIn } from './secrets.ts'
import { openMessage, type Addressee } from './signed-message.ts'
import { packageVersions } from './versions.ts'

/** Shares that can be run on this machine. */
export interface UnpackedShares {
  readonly shares: readonly ThreadShare[]
  /** Working folder of the process that runs them. */
  readonly cwd: string
  /** Copies messages of that process, without the secrets of this machine. */
  hide<Data>(data: Data): Data
}

/** Opens messages that a trusted key signed for this agent, and unpacks the shares that it runs. */
export interface AgentTrust {
  /**
   * Returns the message that was signed. A repeated message is opened again, so that its sender has to number it.
   *
   * @throws BenchpressError `NOT_TRUSTED` with the reason why the message is refused
   */
  open(signed: string, to: Addressee): string
  /**
   * Puts the code of an order into an empty folder, and the secrets of this machine into its shares.
   *
   * @throws BenchpressError `NOT_TRUSTED` when the archive is not that of the order; `INVALID_CONFIG` with packages of other versions, or with variables that
   *   are not set
   */
  unpack(packed: Packed, order: AgentOrder, folder: string, env: NodeJS.ProcessEnv): Promise<UnpackedShares>
}

/**
 * Reads the keys that an agent trusts.
 *
 * @param trusted public keys, or paths of files with public keys
 * @throws BenchpressError `INVALID_CONFIG` when there is no key, or a value is none
 */
export async function agentTrust(trusted: readonly string[]): Promise<AgentTrust> {
  const keys = await readTrustedKeys(trusted)
  return {
    open: (signed, to) => openMessage(signed, to, keys),
    unpack: async ({ bytes }, { archive, versions, shares, mark }, folder, env) => {
      const { data: filled, secrets: used } = fillSecretsIn({ data: shares, mark }, env)
      // Packages beside this module come with the command; others may be installed where the agent was started.
      const packages = await packageVersions(versions, [import.meta.url, pathToFileURL(resolve('agent.js')).href])
      await unpackFiles({ bytes, digest: archive }, folder)
      for (const { name, folder: installed } of packages) {
        const link = join(folder, 'node_modules', name)
        await mkdir(dirname(link), { recursive: true })
        await symlink(installed, link, 'junction')
      }
      const cwd = join(folder, await readFile(join(folder, folderFile), 'utf8'))
      await mkdir(cwd, { recursive: true })
      const secrets = [...new Set([...used, ...secretVariables(env)])]
      const renamed = renameModules(filled, (place) => pathToFileURL(join(folder, place)).href)
      return { shares: renamed.map((share) => ({ ...share, secrets: [...share.secrets, ...secrets] })), cwd, hide: hidingSecrets(secrets) }
    },
  }
}
