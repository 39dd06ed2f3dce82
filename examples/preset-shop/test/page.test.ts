import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync(new URL('../../../docs/presets.md', import.meta.url), 'utf8')

test.each(['shop.preset.ts', 'shop-server.ts', 'shop.preset.test.ts'])('docs/presets.md shows %s as it is', (file) => {
  const source = readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8')
  expect(page).toContain(`\`\`\`ts\n// ${file}\n${source}\`\`\``)
})
