/** Services describe their maps, which answers questions that the user left open. */
import { readMapAddress } from '../../../build/map-types/map-address.ts';
import type { StatedMap } from '../../../build/programs/stated/stated-map.ts';
import { hasRelativeTiles, RELATIVE_TILES } from '../../../build/programs/stated/tile-set.ts';
import { domainOf, holdsKey, withTokenVariables } from '../../../build/tile-url/secrets.ts';
import { isTemplate, normalisedAddress } from '../../../build/tile-url/template-pieces.ts';
import { terminalAsker } from '../../../cli/terminal/ask.ts';
import { CannotRunError, type Io, type Terminal } from '../../../cli/terminal/io.ts';
import { type CalledWith, offeredCommand } from '../../../cli/terminal/offered-command.ts';
import { type JsonObject, jsonItemsOf } from '../../../contract/base/json-values.ts';
import { jsonObjectIn } from '../../../contract/base/parse-json.ts';
import { firstNames, isWebAddress, parseUrl, withScheme } from '../../../contract/base/text.ts';
import { exampleDomain } from '../../../contract/example-address.ts';
import { arcgisServiceIn } from '../../../contract/maps/export-image.ts';
import { askedCapabilities, capabilitiesOf } from '../../../contract/maps/get-map.ts';
import { layersOfTile } from '../../../contract/maps/import-offer.ts';
import { creditAndLicence } from '../../../contract/maps/licences.ts';
import { mapTypeOfFile, readByProtocol } from '../../../contract/maps/map-formats.ts';
import { SERVICE_PROTOCOL, TYPE_NOUNS } from '../../../contract/maps/map-types.ts';
import { bracedIn } from '../../../contract/maps/placeholders.ts';
import { MAY_NEED_LOGIN, serviceErrorIn } from '../../../contract/maps/service-error.ts';
import { type Answers, mapInAnswers } from './answers.ts';
import { labelWithSource } from './label-with-source.ts';
import { answersOfMap } from './layer-answers.ts';
import { type DescribedMap, describedMaps, descriptionAddress } from './map-description.ts';
import { DRAFT_QUESTIONS, type DraftRole, fallbackAnswer, flagOf, isMapDraft } from './questions.ts';

/** Asks services; `commands/upstream/` implements it. */
export interface Services {
  /** The named layers or all, with a table of all; `unread` says why there are none. */
  layersAt(
    io: Io,
    address: string,
    names: readonly string[] | undefined,
    called: CalledWith,
  ): Promise<{ readonly layers: readonly StatedMap[]; readonly table: string; readonly unread?: string }>;
  folderAt(io: Io, address: string, called: CalledWith): Promise<string | null>;
  /** The map of a link by which a program adds it; null for other text. */
  linkedMap(text: string): Promise<StatedMap | null>;
  /** @throws CannotRunError */
  documentAt(io: Io, address: string, allowPrivate: boolean): Promise<string>;
}

export interface ServiceSource extends CalledWith {
  readonly services: Services;
  readonly allowPrivate: boolean;
  readonly fileName?: string | null;
  readonly isInactive?: boolean;
  /** Takes a sentence: why a service was not read. */
  unread(why: string): void;
}

/** The address of a service's capabilities; null if the text names no service, or has a placeholder. */
export function capabilitiesNamedBy(typed: string): string | null {
  const address = askedCapabilities(withScheme(normalisedAddress(typed)));
  return address === null || bracedIn(address) ? null : address;
}

/** A style, a TileJSON, or a service's description. Nobody has the server of an example. */
function documentNamedBy(typed: string): string | null {
  const address = isTemplate(typed) ? null : descriptionAddress(withScheme(typed.trim()));
  return address && !askedCapabilities(address) && exampleDomain({ homepage: address }) === null ? address : null;
}

/** An archive, of which only its beginning is asked for. */
function archiveNamedBy(typed: string): string | null {
  const { url } = readByProtocol(typed) ?? { url: typed };
  const isAsked = mapTypeOfFile(url) !== null && !bracedIn(url) && !holdsKey(url);
  return isAsked && exampleDomain({ homepage: url }) === null ? url : null;
}

/** A service whose address does not say so, but whose layers are named. */
function serviceOfLayers(typed: string): string | null {
  const address = withScheme(normalisedAddress(typed));
  if (isTemplate(typed) || bracedIn(address) || !isWebAddress(address) || exampleDomain({ homepage: address }) !== null)
    return null;
  return capabilitiesOf(address, SERVICE_PROTOCOL);
}

export const isDescribed = (role: DraftRole, typed: string): boolean =>
  isMapDraft(role) && (documentNamedBy(typed) ?? (role === 'map' ? capabilitiesNamedBy(typed) : null)) !== null;

/** Asks the person to choose a layer; its description answers the rest. */
export async function answersWithLayers(
  io: Io,
  role: DraftRole,
  answers: Answers,
  source: ServiceSource,
): Promise<Answers> {
  const url = withScheme((answers['url'] ?? '').trim());
  const why =
    isMapDraft(role) && !exampleDomain({ homepage: url }) && (await source.services.folderAt(io, url, source));
  if (why) source.unread(why);
  const archive = role === 'map' ? archiveNamedBy(url) : null;
  if (archive) await source.services.documentAt(io, archive, source.allowPrivate).catch(unreadBy(source));
  const ofLayers =
    role === 'map' && answers['layers'] !== undefined && !arcgisServiceIn(url) ? serviceOfLayers(url) : null;
  if (!isDescribed(role, url) && ofLayers === null) return answers;
  const reading = mapInAnswers(answers);
  const members = reading && 'members' in reading ? reading.members : null;
  const known: JsonObject = { ...members, ...answers };
  const document = documentNamedBy(url);
  if (document) return answersOfDocument(io, role, document, answers, source);
  const isTiles = members && !('service' in members);
  const address = isTiles ? null : (capabilitiesNamedBy(url) ?? ofLayers);
  const isKnown = known['layers'] && known['crs'];
  if (address === null || (isKnown && exampleDomain({ homepage: address }) !== null)) return answers;
  const stated = known['layers'] === undefined ? layersOfTile(url) : String(known['layers']).split(',');
  const names = stated.length > 0 ? stated : undefined;
  const read = await source.services.layersAt(io, address, names, source);
  if (read.unread !== undefined) source.unread(read.unread);
  const fit = read.layers.filter(({ problem }) => !problem);
  const [first] = read.layers;
  // The layer may be in another projection, which the person knows.
  if (isKnown && fit.length === 0) return answers;
  const request = members && 'service' in members ? members : null;
  // The address of the capabilities is recognised as a service's.
  if (!first) return request ? answers : { ...answers, url: address };
  const importing = (chosen: { readonly layers: string } | { readonly all: true }): string =>
    offeredCommand('import', address, source, { ...chosen, copyright: answers['copyright'] });
  if (fit.length === 0 || fit.some(({ type }) => type === undefined)) {
    io.stdout.write(read.table);
    throw new CannotRunError(
      first.problem
        ? `Layer ${first.layer}: ${first.problem}.`
        : `The layers of this service are tiles, so import them: ${importing(names ? { layers: names.join() } : { all: true })}`,
    );
  }
  if (names === undefined && !io.terminal) {
    io.stdout.write(read.table);
    throw new CannotRunError(
      `Name the layers that the map draws with --layers, or import a map of each: ${importing({ all: true })}`,
    );
  }
  const labels = new Map(fit.map((layer) => [`${layer.name} (${layer.layer})`, layer] as [string, StatedMap]));
  const asked =
    names ?? (await terminalAsker(io.terminal as Terminal, io.signal).several('Layers to draw', [...labels.keys()]));
  const drawn = names ? fit : asked.flatMap((label) => labels.get(label) ?? []);
  if (drawn.length === 0) return answers;
  const { layers: _, ...described } = answersOfMap(drawn[0] as StatedMap, address);
  const crs = described.crs
    ?.split(', ')
    .filter((code) => drawn.every(({ typeMembers }) => jsonItemsOf(typeMembers?.['crs']).includes(code)));
  const { version, format } = (request ?? {}) as Readonly<Record<string, string>>;
  const isOffered = format && drawn[0]?.formats?.includes(format);
  if (format && !isOffered)
    io.stderr.write(
      `The service does not offer ${format}, so the map has ${described.format}; --format takes another.\n`,
    );
  const found = {
    ...described,
    id: drawn[0]?.name,
    layers: drawn.map(({ layer }) => layer).join(),
    crs: crs?.join(', '),
    ...(version && { version }),
    ...(isOffered && { format }),
  };
  return { ...Object.fromEntries(Object.entries(found).filter(([, value]) => value)), ...answers } as Answers;
}

/** An unreachable server may have the document. */
const unreadBy =
  (source: ServiceSource, isService = false) =>
  (error: unknown): null => {
    if (!(error instanceof CannotRunError) || !(isService || error.cause)) throw error;
    source.unread(error.message);
    return null;
  };

/** A service draws all layers if none is named. */
async function answersOfDocument(
  io: Io,
  role: DraftRole,
  address: string,
  answers: Answers,
  source: ServiceSource,
): Promise<Answers> {
  const { layers } = answers;
  const url = withScheme((answers['url'] ?? '').trim());
  const isArcgis = arcgisServiceIn(url) !== null;
  const typed = layers && isArcgis ? `${address.replace(/\?.*$/s, '')}?layers=show:${layers}` : url;
  const { documentAt } = source.services;
  let pictures: string | null = null;
  let answer = '';
  const described = await describedMaps(address, typed, {
    ask: async (asked) => {
      answer = await documentAt(io, asked, source.allowPrivate);
      return answer;
    },
    capabilities: (_, found) => {
      // Any other XML is no description: it would be asked for again and again.
      if (found === address) return 'unknown';
      pictures = found;
      return 'unfit';
    },
  }).catch(unreadBy(source, isArcgis));
  if (pictures !== null) return answersWithLayers(io, role, { ...answers, url: pictures }, source);
  if (described === null) return answers;
  const [whole, ...each] = Array.isArray(described) ? (described as readonly DescribedMap[]) : [];
  if (!whole) {
    const error = serviceErrorIn(jsonObjectIn(answer));
    const why =
      described === 'unfit'
        ? 'The service draws no pictures, and has no tiles of web maps.'
        : `${address} is ${isArcgis ? 'no description of a service' : 'neither a style nor a TileJSON'}${error?.said ?? ''}${error?.hint ?? MAY_NEED_LOGIN}.`;
    if (described === 'unfit' || !isArcgis || !layers) throw new CannotRunError(why);
    source.unread(why);
    return answers;
  }
  if (hasRelativeTiles(whole.fields['url'])) throw new CannotRunError(`${address} ${RELATIVE_TILES}.`);
  const { missingLayer, wkid } = whole;
  if (missingLayer)
    throw new CannotRunError(`The service has no layer ${missingLayer.id}; it has ${firstNames(missingLayer.known)}.`);
  if (wkid && answers['covers'] === undefined)
    io.stderr.write(
      `Its area is left out, because the service states it in another projection (wkid ${wkid}); --country takes it in degrees.\n`,
    );
  const { credit, licence } = creditAndLicence(whole.fields['copyright']);
  const label = labelWithSource(whole.title, [whole.service ?? '', credit, domainOf(parseUrl(address)?.host ?? '')]);
  const stated = {
    ...{ id: label, ...whole.fields, ...(licence ? { copyright: credit, licence } : {}), ...answers },
    ...(isArcgis ? {} : { url: whole.fields['url'] }),
  };
  const known = Object.entries(stated).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const read = readMapAddress({ url: whole.fields['url'] ?? '', hosts: whole.fields['hosts']?.split(',') ?? null });
  if ('type' in read && read.type === 'xyz') {
    const tiles: Answers = Object.fromEntries([...known, ['url', whole.fields['url'] ?? '']]);
    if (role !== 'map') return tiles;
    const command = commandOf('mapserver', tiles, source);
    throw new CannotRunError(
      `${isArcgis ? 'The service' : 'The TileJSON'} has tiles, which are a map server: ${command}`,
    );
  }
  const names = new Map(each.map(({ title, fields }) => [`${title} (${idIn(fields['url'])})`, idIn(fields['url'])]));
  if (!isArcgis || layers || names.size === 0) return Object.fromEntries(known);
  if (!io.terminal) {
    io.stderr.write(`It draws all layers; --layers takes some: ${firstNames([...names.keys()], 20)}.\n`);
    return Object.fromEntries(known);
  }
  const chosen = await terminalAsker(io.terminal, io.signal).several('Layers to draw; none for all', [...names.keys()]);
  return Object.fromEntries([...known, ['layers', chosen.flatMap((label) => names.get(label) ?? []).join()]]);
}

/** Offers the command that takes the address; null if none does. */
export function otherCommand(role: DraftRole, answers: Answers, source: ServiceSource): string | null {
  const { url = '', overlay } = answers;
  const reading = isMapDraft(role) ? (mapInAnswers(answers) ?? readMapAddress({ url })) : null;
  if (!reading || 'reason' in reading || (role === 'map') !== (reading.type === 'xyz')) return null;
  const other = reading.type !== 'xyz' ? 'map' : overlay ? 'overlayserver' : 'mapserver';
  const found = reading.type === 'xyz' ? 'tiles' : TYPE_NOUNS[reading.type];
  const given = { ...answers, overlay: role === 'overlayserver' ? 'yes' : '' };
  return `new ${other} takes such an address (${found}): ${commandOf(other, given, source)}`;
}

/** Fills in what is required, and no server states. */
function commandOf(role: DraftRole, answers: Answers, source: ServiceSource): string {
  const isStated = role === 'map' && isDescribed(role, answers['url'] ?? '');
  const flags = DRAFT_QUESTIONS[role].map((question) => {
    const { name, otherwise, likely, applies } = question;
    const isMissing = !isStated && !applies && otherwise !== undefined && fallbackAnswer(question, answers) === null;
    return [flagOf(question), answers[name] ?? (isMissing ? (likely?.(answers) ?? name.toUpperCase()) : '')] as const;
  });
  const { url, ...others } = Object.fromEntries(flags);
  return offeredCommand(`new ${role} --url`, withTokenVariables(url ?? ''), source, {
    ...others,
    file: source.fileName ?? undefined,
    inactive: source.isInactive,
  });
}

/** The layer's number in the service. */
const idIn = (address = ''): string => address.split('/').at(-1) ?? '';
