import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from '@swc/core'

const folder = new URL('../app/', import.meta.url).href

/** Compiles files with decorators when they are imported from now on, as Node.js only strips types. */
export function compileDecorators(): void {
  registerHooks({
    load(url, context, nextLoad) {
      if (!url.startsWith(folder)) return nextLoad(url, context)
      const filename = fileURLToPath(url)
      const { code } = transformSync(readFileSync(filename, 'utf8'), {
        filename,
        sourceMaps: 'inline',
        module: { type: 'es6' },
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, verbatimModuleSyntax: true },
        },
      })
      return { format: 'module', source: code, shortCircuit: true }
    },
  })
}
