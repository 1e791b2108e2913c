import { describe } from 'vitest'
import { WorkerThreadCodeRuntime } from '../../js/index.js'
import { bindings } from './suite/bindings.js'
import { calls } from './suite/calls.js'
import { configuration } from './suite/configuration.js'
import { ends } from './suite/ends.js'
import { hostileValues } from './suite/hostile-values.js'
import { intrinsics } from './suite/intrinsics.js'
import { ledger } from './suite/ledger.js'
import { lossless } from './suite/lossless.js'
import { output } from './suite/output.js'
import { program } from './suite/program.js'
import { service } from './suite/service.js'
import { wire } from './suite/wire.js'

const backend = { create: (/** @type {import('../../index.d.ts').WorkerThreadCodeRuntimeConfig | undefined} */ config) => new WorkerThreadCodeRuntime(config) }

describe('worker thread', () => {
  for (const suite of [service, configuration, program, bindings, calls, lossless, intrinsics, output, ledger, ends, hostileValues, wire]) suite(backend)
})
