import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Settings } from '../settings.ts'

/** The state that all processes of the service share. */
export interface SharedState {
  /** The file of SQLite. */
  readonly file: string
  readonly jwtSecret: string
}

/** Takes the shared state from the settings, or creates it. A created file is removed when this process exits. */
export function createSharedState({ file, jwtSecret }: Settings): SharedState {
  return {
    file: file ?? temporaryFile(),
    jwtSecret: jwtSecret ?? randomBytes(32).toString('hex'),
  }
}

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'auctions-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'auctions.db')
}
