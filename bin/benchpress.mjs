#!/usr/bin/env node
// What `npx benchpress` runs in a clone of the repository. Runs on whatever Node.js the machine has.
import { fileURLToPath } from 'node:url'
import { runOnPinnedNode } from '../scripts/pinned-node.mjs'

await runOnPinnedNode(fileURLToPath(new URL('../packages/cli/bin/benchpress.mjs', import.meta.url)), process.argv.slice(2))
