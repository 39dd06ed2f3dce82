import { defineConfig } from 'vitest/config'

/** The configuration of load tests for {@link readLoadTests}: an assertion on an error shows the whole message, not only its beginning. */
export default defineConfig({ test: { chaiConfig: { truncateThreshold: 0 } } })
