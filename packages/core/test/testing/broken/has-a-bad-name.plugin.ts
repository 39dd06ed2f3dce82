import { definePlugin } from '../../../src/load/plugin/define-plugin.ts'
import { lines } from '../lines/lines.ts'

export default definePlugin({
  name: 'my-lines',
  options: lines.options,
  metrics: {},
  createClient: () => ({ [Symbol.dispose]: () => undefined }),
})
