import { fileURLToPath } from 'node:url'
import { chromium, type Browser } from 'playwright-core'
import { chromiumPath } from './tools.ts'

const fonts = fileURLToPath(new URL('fonts.conf', import.meta.url))

/**
 * Starts a headless browser, which can open files; its network requests are left to the caller to check. Its fonts are the same on each machine that has them.
 */
export async function startChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error(`no browser: install Debian's package chromium, or name one in CHROMIUM`)
  // A container has no unprivileged user for a sandbox, which our own pages do not need.
  const args = ['--no-sandbox', '--disable-dev-shm-usage']
  return await chromium.launch({ executablePath: chromiumPath, args, env: { ...process.env, FONTCONFIG_FILE: fonts } })
}
