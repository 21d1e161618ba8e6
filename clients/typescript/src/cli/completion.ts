import { type Command, commonOptions, type OptionDefinition } from './command.ts';

const optionsOf = ({ options = {} }: Command): readonly (readonly [string, OptionDefinition])[] =>
  Object.entries({ ...options, ...commonOptions });

const flagsOf = (command: Command): string =>
  optionsOf(command)
    .flatMap(([name, { short }]) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])])
    .join(' ');

const formats = (commands: readonly Command[]): string =>
  [...new Set(commands.flatMap(({ options = {} }) => options['format']?.choices ?? []))].join(' ');

function bash(commands: readonly Command[]): string {
  const cases = commands.map((command) => `    ${command.name}) words="${flagsOf(command)}" ;;`).join('\n');
  return `_winnow() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')}" -- "$current"))
    return
  fi
  case "$previous" in
    -f|--format) COMPREPLY=($(compgen -W "${formats(commands)}" -- "$current")); return ;;
  esac
  case "\${COMP_WORDS[1]}" in
${cases}
  esac
  if [[ "$current" == -* ]]; then COMPREPLY=($(compgen -W "$words" -- "$current")); else COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _winnow winnow
`;
}

const zshText = (text: string): string =>
  text.replaceAll("'", "'\\''").replaceAll(/[[\]:]/g, String.raw`\$&`);

function zsh(commands: readonly Command[]): string {
  const names = commands.map(({ name, summary }) => `    '${name}:${zshText(summary)}'`).join('\n');
  const cases = commands
    .map((command) => {
      const flags = optionsOf(command).flatMap(
        ([name, { type, short, multiple, description, value, choices }]) => {
          const argument =
            type === 'boolean'
              ? ''
              : `:${value ?? 'VALUE'}:${choices === undefined ? '_files' : `(${choices.join(' ')})`}`;
          const repeat = multiple === true ? '*' : '';
          return [`--${name}`, ...(short === undefined ? [] : [`-${short}`])].map(
            (flag) => `'${repeat}${flag}[${zshText(description)}]${argument}'`,
          );
        },
      );
      return `    ${command.name}) _arguments ${flags.join(' ')} '*:word:_files' ;;`;
    })
    .join('\n');
  return `#compdef winnow
_winnow() {
  local -a commands=(
${names}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local name=$words[2]
  shift words
  (( CURRENT-- ))
  case $name in
${cases}
  esac
}
if [ "$funcstack[1]" = "_winnow" ]; then _winnow "$@"; else compdef _winnow winnow; fi
`;
}

const fishText = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;

function fish(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c winnow -n __fish_use_subcommand -f -a ${command.name} -d ${fishText(command.summary)}`,
    ...optionsOf(command).map(([name, { type, short, description, choices }]) =>
      [
        `complete -c winnow -n '__fish_seen_subcommand_from ${command.name}' -l ${name}`,
        ...(short === undefined ? [] : [`-s ${short}`]),
        ...(type === 'boolean' ? [] : ['-r']),
        ...(choices === undefined ? [] : [`-f -a ${fishText(choices.join(' '))}`]),
        `-d ${fishText(description)}`,
      ].join(' '),
    ),
  ]);
  return `${lines.join('\n')}\n`;
}

export const shells = { bash, zsh, fish } as const;
