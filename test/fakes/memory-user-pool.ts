import type { RemovePerson } from '#shared/accounts/sessions/remove-person.ts';
import type { Person } from '#shared/accounts/sessions/session.ts';

/** The people of one provider. */
export function memoryUserPool(issuer: string) {
  const subjects = new Set<string>();
  const removePerson: RemovePerson = async (person: Person) => {
    if (person.issuer === issuer) subjects.delete(person.subject);
  };
  return { subjects, removePerson };
}
