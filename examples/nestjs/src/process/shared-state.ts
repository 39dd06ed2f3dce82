import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Settings } from '../settings.ts'

/** What all processes of the service must have in common. */
export interface SharedState {
  /** The file of SQLite. */
  readonly file: string
  readonly jwtSecret: string
}

/** Takes it from the settings, or makes it up. A file that is made up is removed when this process exits. */
export function createSharedState({ file, redis, jwtSecret }: Settings): SharedState {
  return {
    file: file ?? (redis === undefined ? temporaryFile() : ''),
    jwtSecret: jwtSecret ?? randomBytes(32).toString('hex'),
  }
}

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'auctions-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'auctions.db')
}
