import { threadId } from 'node:worker_threads'
import { definePlugin } from '../../../src/load/plugin/define-plugin.ts'
import { lines } from '../lines/lines.ts'

export default definePlugin({ ...lines, metrics: { ...lines.metrics, [`lines_of_thread_${threadId}`]: { type: 'counter' } } })
