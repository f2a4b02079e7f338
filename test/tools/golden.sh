#!/usr/bin/env bash
# Writes each golden text anew: `npm run golden`, which puts mocha on PATH. Texts that no test uses any more are gone after it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

npm run build
rm -r test/engine/golden
# The tests that keep a text, wherever they are.
grep -rlE 'expectGolden|expectPicture|UPDATE_GOLDEN' test --include='*.test.ts' | UPDATE_GOLDEN=1 xargs mocha --parallel
