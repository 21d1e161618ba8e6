import { type Concept, concept } from './concept.ts';

export const homeConcepts: readonly Concept[] = [
  concept(
    'rooms',
    'number',
    'rooms|number of rooms|room count|комнат|количество комнат|число комнат|комнатность|комнаты',
    'numberOfRooms.value|numberOfRooms',
    {
      counted: /^(?:-?х?\s?-?(?:комн\p{L}*\.?|к\.?(?!\p{L}))|\s?rooms?(?!\p{L}))/iu,
    },
  ),
  concept(
    'bedrooms',
    'number',
    'bedrooms|number of bedrooms|beds|bedroom count|спален|спальни|количество спален',
    'numberOfBedrooms',
    {
      counted: /^[\s-]?(?:bed(?:room)?s?|br|bd|спал\p{L}+)(?!\p{L})/iu,
    },
  ),
  concept(
    'bathrooms',
    'number',
    'bathrooms|number of bathrooms|baths|bathroom count|санузлов|санузел|ванных',
    'numberOfBathroomsTotal|numberOfFullBathrooms',
    {
      counted: /^[\s-]?(?:bath(?:room)?s?|ba|санузл\p{L}+)(?!\p{L})/iu,
    },
  ),
  concept(
    'area',
    'number',
    'area|floor area|total area|floor size|living space|size sqm|square meters|square metres|square feet|sqft|площадь|общая площадь|метраж',
    'floorSize.value|floorSize|area',
    {
      counted: /^\s?(?:м²|м2|м\.?\s?кв|кв\.?\s?м|m²|m2|sqm|sq\.?\s?m|sq\.?\s?ft|square\s(?:feet|met))/iu,
      aside: 'sqm|sq|ft|sqft|m2|feet|meters',
    },
  ),
  concept('livingArea', 'number', 'living area|жилая площадь|жилая', 'livingArea'),
  concept('kitchenArea', 'number', 'kitchen area|площадь кухни|кухня площадь', 'kitchenArea'),
  concept(
    'landArea',
    'number',
    'land area|lot size|plot|plot size|площадь участка|участок',
    'lotSize.value|lotSize',
    { counted: /^\s?(?:сот\p{L}*|acres?|hectares?|га)(?!\p{L})/iu },
  ),
  concept('floor', 'storey', 'floor|floor number|storey|этаж', 'floorLevel', {
    counted: /^(?:-?й|st|nd|rd|th)?\s(?:этаж(?!е|н)|floor(?!\s(?:area|size)))/iu,
  }),
  concept(
    'floors',
    'storeys',
    'floors|total floors|number of floors|floors total|storeys|floors in building|этажей|этажность|всего этажей|этажей в доме',
    'numberOfFloors',
  ),
  concept(
    'yearBuilt',
    'number',
    'year built|built|build year|construction year|built in|год постройки|год сдачи|построен|дом построен',
    'yearBuilt',
  ),
  concept(
    'buildingType',
    'text',
    'building type|house type|property type|тип дома|материал дома|тип здания|тип объекта|вид жилья',
  ),
  concept('renovation', 'text', 'renovation|finish|decoration|ремонт|отделка'),
  concept(
    'metro',
    'text',
    'metro|metro station|subway|nearest station|station|метро|станция метро|ближайшее метро',
  ),
  concept('district', 'text', 'district|neighborhood|neighbourhood|area name|район'),
  concept('deposit', 'price', 'deposit|security deposit|залог|депозит'),
  concept('utilities', 'text', 'utilities|коммунальные платежи|коммунальные услуги|жку'),
  concept(
    'pricePerMeter',
    'price',
    'price per square meter|price per sqm|price per meter|цена за метр|цена за м²|цена за квадратный метр|за м²',
  ),
  concept('furnished', 'text', 'furnished|furniture|furnishing|мебель|меблировка'),
  concept('parking', 'text', 'parking|парковка|паркинг'),
  concept('heating', 'text', 'heating|отопление'),
  concept('ceiling', 'text', 'ceiling height|высота потолков|потолки'),
  concept(
    'pets',
    'text',
    'pets|pet policy|pets allowed|животные|с животными|можно с животными',
    'petsAllowed',
  ),
  concept(
    'availableFrom',
    'date',
    'available from|move in date|availability date|доступно с|заселение',
    'availabilityStarts|offers.availabilityStarts',
  ),
];
