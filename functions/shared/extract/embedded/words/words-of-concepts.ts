import cs from './cs.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fi from './fi.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import hr from './hr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import ko from './ko.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import ro from './ro.json' with { type: 'json' };
import sk from './sk.json' with { type: 'json' };
import sl from './sl.json' with { type: 'json' };
import sv from './sv.json' with { type: 'json' };
import tr from './tr.json' with { type: 'json' };
import uk from './uk.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };

type Words = Readonly<Record<string, readonly string[]>>;

const languages: readonly Words[] = [
  cs,
  de,
  es,
  fi,
  fr,
  hr,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  ro,
  sk,
  sl,
  sv,
  tr,
  uk,
  zh,
];

/** The labels that pages give a concept in languages other than English and Russian. */
export const wordsOfConcept = (name: string): readonly string[] =>
  languages.flatMap((words) => words[name] ?? []);

/** The concepts that have such labels. */
export const namesWithWords: ReadonlySet<string> = new Set(languages.flatMap((words) => Object.keys(words)));
