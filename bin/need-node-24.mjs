// JavaScript, which every Node can read: those below 24 cannot read the rest, or not run it as it was tested.
const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(
    `Winnow needs Node 24 and this is ${process.version}: npm ci brings Node 24 along on Linux x64 (run it again if node_modules/.bin/node is missing); elsewhere install Node 24.\n`,
  );
  process.exit(1);
}
