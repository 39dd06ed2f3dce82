import { defineConfig } from 'vitest/config'

/** How load tests are run that {@link readLoadTests} reads: an assertion on an error shows all that the error says, and not its beginning alone. */
export default defineConfig({ test: { chaiConfig: { truncateThreshold: 0 } } })
