/* Inline caches for what mypyc leaves to the interpreter's generic machinery.

   The values of the model are msgspec structs: their fields lie at fixed places, but compiled code finds them by name. As
   the interpreter does since 3.11, each place in the code remembers the last type it saw and where the field lies there.
   A type's version changes whenever it or one of its bases is changed, and no type ever gets one that another had, so that
   a cache that fits is right, also after its type has died. What does not fit takes the way that mypyc took.

   All of this rests on how CPython 3.11 to 3.13 keep their types. On any other, and without the global lock, nothing is
   cached. Compiled modules cannot be loaded by several interpreters in one process, whose types might share versions. */

#if defined(__GNUC__) && !defined(PYPY_VERSION) && !defined(Py_GIL_DISABLED) && PY_VERSION_HEX < 0x030E0000 \
    && !defined(ARCHIVIST_CACHES)
#define ARCHIVIST_CACHES
#include <structmember.h>

/* What every access reads is apart from the rest, so that a line of the processor's cache holds that of many places. */
typedef struct {
    unsigned int version; /* of the type, if what was found is a field or a method */
    int offset;           /* of the field */
} ArchivistPlace;

typedef struct {
    unsigned int version; /* of the type, if what was found is something else */
    short misses;         /* how often it was another type or name; a place that sees many gives up */
    short kind;           /* of what was found; one of those below */
    PyObject *name;       /* what was asked for, for `getattr` may ask for another; nothing at first */
    PyObject *found;      /* a method, a descriptor, or the function of a property */
} ArchivistSite;

#define ARCHIVIST_PATIENCE 64
#define ARCHIVIST_DESCRIPTOR 0
#define ARCHIVIST_OWN 1      /* the object keeps it in a dictionary of its own, as modules do, and faces what they work out */
#define ARCHIVIST_PROPERTY 2 /* a property works it out */

#define ARCHIVIST_NONE UINT_MAX /* no type ever has this version; those without one have 0 */
#ifdef __ELF__
#define ARCHIVIST_PLACE static ArchivistPlace place __attribute__((section(".data.archivist"))) = {ARCHIVIST_NONE, 0}
#else
#define ARCHIVIST_PLACE static ArchivistPlace place = {ARCHIVIST_NONE, 0}
#endif
#define ARCHIVIST_SITE \
    ARCHIVIST_PLACE;   \
    static ArchivistSite site

/* Code for what happens seldom lies far away from the rest, of which more fits into the processor's caches then. */
#define ARCHIVIST_RARE __attribute__((noinline, cold))

static inline int archivist_fits(PyTypeObject *type, ArchivistPlace *place) {
    return type->tp_version_tag == place->version;
}

/* Keeps where a field lies or which method was found, or what else was found and of which kind it is. */
static void archivist_keep(PyTypeObject *type, PyObject *name, ArchivistPlace *place, ArchivistSite *site,
                           Py_ssize_t offset, short kind, PyObject *found) {
    if (!PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG) || type->tp_version_tag == 0 || offset > INT_MAX)
        return;
    Py_INCREF(name); /* it must not make place for another with its address */
    Py_XINCREF(found);
    PyObject *before[2] = {site->name, site->found}; /* letting go of them may do anything, this place being used included */
    place->version = offset >= 0 ? type->tp_version_tag : ARCHIVIST_NONE;
    place->offset = (int)offset;
    site->version = offset >= 0 ? 0 : type->tp_version_tag; /* 0: nothing else */
    site->kind = kind;
    site->name = name;
    site->found = found;
    Py_XDECREF(before[0]);
    Py_XDECREF(before[1]);
}

/* Where a field lies in the objects of a class; 0 if what was found is none, or one with flags other than those that are
   allowed. */
static Py_ssize_t archivist_field(PyTypeObject *type, PyObject *found, int allowed) {
    if (found == NULL || !Py_IS_TYPE(found, &PyMemberDescr_Type) || !PyType_IsSubtype(type, PyDescr_TYPE(found)))
        return 0;
    PyMemberDef *member = ((PyMemberDescrObject *)found)->d_member;
    return member->type == T_OBJECT_EX && !(member->flags & ~allowed) ? member->offset : 0;
}

static PyObject *ARCHIVIST_RARE
archivist_find(PyObject *object, PyObject *name, ArchivistPlace *place, ArchivistSite *site) {
    PyTypeObject *type = Py_TYPE(object);
    int plain = type->tp_getattro == PyObject_GenericGetAttr, module = PyModule_CheckExact(object);
    if ((plain || module) && site->misses < ARCHIVIST_PATIENCE) {
        PyObject *found = _PyType_Lookup(type, name);
        site->misses++;
        Py_ssize_t offset = archivist_field(type, found, READONLY);
        if (offset != 0)
            archivist_keep(type, name, place, site, offset, 0, NULL);
        else if (found != NULL && Py_IS_TYPE(found, &PyProperty_Type)) {
            PyObject *function = PyObject_GetAttrString(found, "fget");
            if (function == NULL)
                return NULL;
            if (function != Py_None)
                archivist_keep(type, name, place, site, -1, ARCHIVIST_PROPERTY, function);
            Py_DECREF(function);
        } else if (found != NULL && Py_TYPE(found)->tp_descr_get != NULL && Py_TYPE(found)->tp_descr_set != NULL)
            archivist_keep(type, name, place, site, -1, ARCHIVIST_DESCRIPTOR, found);
        else if ((found == NULL || Py_TYPE(found)->tp_descr_set == NULL)
                 && (type->tp_dictoffset != 0 || PyType_HasFeature(type, Py_TPFLAGS_MANAGED_DICT)))
            archivist_keep(type, name, place, site, -1, ARCHIVIST_OWN, NULL);
    }
    return PyObject_GetAttr(object, name);
}

/* The keys of a dictionary and what they stand for, as the interpreter's own `pycore_dict.h` declares them, which does not
   go together with mypyc on every version. Entries follow the indices, of one or two bytes. */
typedef struct {
    Py_ssize_t references;
    uint8_t size, bytes, kind; /* the former two as powers of 2 */
    uint32_t version;
    Py_ssize_t usable, used;
    char indices[];
} ArchivistKeys;

typedef struct {
    PyObject *key, *value;
} ArchivistEntry;

typedef struct {
#if PY_VERSION_HEX >= 0x030D0000
    uint8_t capacity, size, embedded, valid;
#endif
    PyObject *each[1];
} ArchivistValues;

/* The dictionary that an object has of its own, if it has one already: the interpreter keeps it before the object, and
   3.12 something else in the same place, with an odd address. */
static inline PyObject *archivist_own(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    if (PyType_HasFeature(type, Py_TPFLAGS_MANAGED_DICT)) {
        PyObject *own = ((PyObject **)object)[-3];
        return (uintptr_t)own & 1 ? NULL : own;
    }
    return type->tp_dictoffset > 0 ? *(PyObject **)((char *)object + type->tp_dictoffset) : NULL;
}

/* Whether two words with the same hash are the same. */
static inline int archivist_same(PyObject *one, PyObject *other) {
    return PyUnicode_GET_LENGTH(one) == PyUnicode_GET_LENGTH(other) && PyUnicode_KIND(one) == PyUnicode_KIND(other)
           && memcmp(PyUnicode_DATA(one), PyUnicode_DATA(other), PyUnicode_GET_LENGTH(one) * PyUnicode_KIND(one)) == 0;
}

/* Keys are words nearly always, and often the very object that is asked for. Looks where the interpreter would look, in the
   same order. 1 if the key is there, 0 if it is not, and -1 if not all keys are words, or what is asked for is none. What
   is found is borrowed. */
static int archivist_word(PyObject *mapping, PyObject *key, PyObject **found) {
    PyDictObject *dict = (PyDictObject *)mapping;
    ArchivistKeys *keys = (ArchivistKeys *)dict->ma_keys;
    if (keys->kind == 0 || keys->size > 15 || !PyUnicode_CheckExact(key)) /* 0: not all keys are words */
        return -1;
    Py_hash_t hash = ((PyASCIIObject *)key)->hash;
    size_t mask = ((size_t)1 << keys->size) - 1, rest = (size_t)hash, at = rest & mask;
    if (hash == -1)
        return -1;
    for (;; rest >>= 5, at = (at * 5 + rest + 1) & mask) {
        int index = keys->size < 8 ? ((const int8_t *)keys->indices)[at] : ((const int16_t *)keys->indices)[at];
        if (index == -1)
            return 0;
        if (index < 0) /* a key that is gone */
            continue;
        ArchivistEntry *entry = (ArchivistEntry *)(keys->indices + ((size_t)1 << keys->bytes)) + index;
        if (entry->key == key || (((PyASCIIObject *)entry->key)->hash == hash && archivist_same(entry->key, key))) {
            *found = dict->ma_values == NULL ? entry->value : ((ArchivistValues *)dict->ma_values)->each[index];
            return *found != NULL;
        }
    }
}

/* What is no field, or was not found here before. */
static PyObject *__attribute__((noinline))
archivist_other(PyObject *object, PyObject **named, ArchivistPlace *place, ArchivistSite *site) {
    PyObject *name = *named, *found = site->found, *value;
    PyTypeObject *type = Py_TYPE(object);
    if (unlikely(site->version == 0 || site->version != type->tp_version_tag))
        return archivist_find(object, name, place, site);
    if (site->kind == ARCHIVIST_OWN) {
        PyObject *own = archivist_own(object);
        if (likely(own != NULL && archivist_word(own, name, &value) == 1)) {
            Py_INCREF(value);
            return value;
        }
        own = PyObject_GenericGetDict(object, NULL);
        value = own == NULL ? NULL : PyDict_GetItemWithError(own, name);
        Py_XINCREF(value);
        Py_XDECREF(own);
        return value != NULL || PyErr_Occurred() ? value : PyObject_GetAttr(object, name);
    }
    Py_INCREF(found); /* what it does may change the type, or this place */
    if (site->kind == ARCHIVIST_PROPERTY) {
        PyObject *arguments[2] = {NULL, object};
        value = PyObject_Vectorcall(found, arguments + 1, 1 | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL);
    } else
        value = Py_TYPE(found)->tp_descr_get(found, object, (PyObject *)type);
    Py_DECREF(found);
    return value;
}

/* An attribute whose name is the same each time (`building/compiling.py` writes that into what mypyc wrote): the name is
   not even read where the place fits. */
static inline PyObject *
archivist_named(PyObject *object, PyObject **name, ArchivistPlace *place, ArchivistSite *site) {
    if (likely(archivist_fits(Py_TYPE(object), place))) {
        PyObject *value = *(PyObject **)((char *)object + place->offset);
        if (likely(value != NULL)) {
            Py_INCREF(value);
            return value;
        }
    }
    return archivist_other(object, name, place, site);
}

/* A field of a struct of a class that mypyc knows: it lies at the same place in every object of that class and of those
   that derive from it. Where that is is found out when it is first read. */
__attribute__((weak)) Py_ssize_t archivist_offsets[ARCHIVIST_FIELDS];

static PyObject *ARCHIVIST_RARE archivist_fix(PyObject *object, int number, const char *name) {
    PyObject *word = PyUnicode_InternFromString(name), *value = NULL;
    if (word != NULL) {
        PyObject *found = _PyType_Lookup(Py_TYPE(object), word);
        Py_ssize_t offset = archivist_field(Py_TYPE(object), found, READONLY);
        if (offset != 0)
            archivist_offsets[number] = offset;
        value = PyObject_GetAttr(object, word);
        Py_DECREF(word);
    }
    return value;
}

/* The same for a value that is used only while its struct, which cannot be changed, is there. */
static PyObject *ARCHIVIST_RARE archivist_lend(PyObject *object, int number, const char *name) {
    PyObject *value = archivist_fix(object, number, name);
    if (value != NULL) {
        Py_DECREF(value);
        if (archivist_offsets[number] == 0) {
            PyErr_Format(PyExc_SystemError, "%s is no field of a struct", name);
            return NULL;
        }
    }
    return value;
}

#define ARCHIVIST_AT(object, number, name, otherwise, taken)                                                 \
    ({                                                                                                       \
        Py_ssize_t offset = archivist_offsets[number];                                                       \
        PyObject *value;                                                                                     \
        if (likely(offset != 0 && (value = *(PyObject **)((char *)(object) + offset)) != NULL))              \
            taken(value);                                                                                    \
        else                                                                                                 \
            value = otherwise(object, number, name);                                                         \
        value;                                                                                               \
    })
#define ARCHIVIST_FIELD(object, number, name) ARCHIVIST_AT(object, number, name, archivist_fix, Py_INCREF)
#define ARCHIVIST_BORROWED(object, number, name) ARCHIVIST_AT(object, number, name, archivist_lend, (void))

/* Structs that have nothing but fields are made and copied here: msgspec would look for every field by name each time, and
   for what it might have to do besides. Those that somebody else must know of (the garbage collector) or that do something
   when they are made are left to it. */
static int archivist_bare(PyTypeObject *type) {
    if (type->tp_dictoffset != 0 || type->tp_weaklistoffset != 0 || type->tp_itemsize != 0
        || PyType_HasFeature(type, Py_TPFLAGS_MANAGED_DICT) || PyType_IS_GC(type)
        || !PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG) || type->tp_version_tag == 0)
        return 0;
    PyObject *fields = PyObject_GetAttrString((PyObject *)type, "__struct_fields__");
    int bare = fields != NULL && PyTuple_CheckExact(fields)
               && type->tp_basicsize == (Py_ssize_t)(sizeof(PyObject) + PyTuple_GET_SIZE(fields) * sizeof(PyObject *));
    PyErr_Clear(); /* what is no struct is left to whoever knows it */
    Py_XDECREF(fields);
    return bare;
}

#define ARCHIVIST_SLOT(object, offset) (*(PyObject **)((char *)(object) + (offset)))

/* What is to be put where as a struct is made: first what is given, in that order, then defaults. */
typedef struct {
    unsigned int version; /* of the class */
    Py_ssize_t size, fields, given;
    PyObject *words; /* the names of what is given */
    struct {
        Py_ssize_t offset;
        PyObject *value; /* a default */
    } *slots;
    int tries;
} ArchivistShape;

static int archivist_shape(PyTypeObject *type, ArchivistShape *shape) {
    PyObject *fields = NULL, *defaults = NULL, *look = PyUnicode_InternFromString("__post_init__");
    int known = 0;
    if (look == NULL || shape->tries++ > ARCHIVIST_PATIENCE || !archivist_bare(type) || _PyType_Lookup(type, look) != NULL)
        goto done;
    fields = PyObject_GetAttrString((PyObject *)type, "__struct_fields__");
    defaults = PyObject_GetAttrString((PyObject *)type, "__struct_defaults__");
    if (fields == NULL || defaults == NULL)
        goto done;
    Py_ssize_t all = PyTuple_GET_SIZE(fields), given = shape->given, required = all - PyTuple_GET_SIZE(defaults), at = given;
    PyMem_Free(shape->slots);
    shape->slots = PyMem_Calloc(all + 1, sizeof(*shape->slots));
    if (shape->slots == NULL || given > all)
        goto done;
    for (Py_ssize_t each = 0; each < all; each++) {
        PyObject *name = PyTuple_GET_ITEM(fields, each);
        Py_ssize_t offset = archivist_field(type, _PyType_Lookup(type, name), READONLY), place = 0;
        while (place < given && PyUnicode_Compare(PyTuple_GET_ITEM(shape->words, place), name) != 0)
            place++;
        if (offset == 0)
            goto done;
        if (place < given) {
            if (shape->slots[place].offset != 0)
                goto done;
            shape->slots[place].offset = offset;
            continue;
        }
        PyObject *value = each < required ? NULL : PyTuple_GET_ITEM(defaults, each - required);
        if (value == NULL
            || !(value == Py_None || PyBool_Check(value) || PyLong_CheckExact(value) || PyUnicode_CheckExact(value)
                 || PyTuple_CheckExact(value) || PyFrozenSet_CheckExact(value) || Py_IS_TYPE(Py_TYPE(value), Py_TYPE(type))))
            goto done; /* it has to be given, or may have to be made each time */
        shape->slots[at].offset = offset;
        shape->slots[at++].value = value; /* its class keeps it, as long as its version fits */
    }
    if (at == all) {
        shape->version = type->tp_version_tag;
        shape->size = type->tp_basicsize;
        shape->fields = all;
        known = 1;
    }
done:
    PyErr_Clear(); /* the class says itself what is wrong with what it is given */
    Py_XDECREF(look);
    Py_XDECREF(fields);
    Py_XDECREF(defaults);
    return known;
}

/* Some names as a tuple of words. */
static PyObject *ARCHIVIST_RARE archivist_words(const char *const *names, Py_ssize_t count) {
    PyObject *words = PyTuple_New(count);
    for (Py_ssize_t each = 0; words != NULL && each < count; each++) {
        PyObject *word = PyUnicode_InternFromString(names[each]);
        if (word == NULL)
            Py_CLEAR(words);
        else
            PyTuple_SET_ITEM(words, each, word);
    }
    return words;
}

static PyObject *ARCHIVIST_RARE
archivist_make_otherwise(PyObject *type, ArchivistShape *shape, const char *const *names, PyObject *const *values) {
    PyObject *made = NULL;
    if (shape->words == NULL)
        shape->words = archivist_words(names, shape->given);
    if (shape->words != NULL) {
        if (PyType_Check(type))
            archivist_shape((PyTypeObject *)type, shape);
        made = PyObject_Vectorcall(type, values, 0, shape->words);
    }
    for (Py_ssize_t each = 0; each < shape->given; each++)
        Py_DECREF(values[each]);
    return made;
}

/* Makes a struct, and takes over the values. */
static PyObject *
archivist_make(PyObject *type, ArchivistShape *shape, const char *const *names, PyObject *const *values) {
    if (unlikely(((PyTypeObject *)type)->tp_version_tag != shape->version || shape->version == 0))
        return archivist_make_otherwise(type, shape, names, values);
    PyObject *made = PyObject_Malloc(shape->size);
    if (unlikely(made == NULL))
        return PyErr_NoMemory();
    Py_ssize_t each = 0;
    for (; each < shape->given; each++)
        ARCHIVIST_SLOT(made, shape->slots[each].offset) = values[each];
    for (; each < shape->fields; each++) {
        PyObject *value = shape->slots[each].value;
        Py_INCREF(value);
        ARCHIVIST_SLOT(made, shape->slots[each].offset) = value;
    }
    return PyObject_Init(made, (PyTypeObject *)type);
}

/* A copy of a struct, in which fields can be put in the place of others; NULL without an error if that is not for us. */
static inline PyObject *archivist_copied(PyObject *object, unsigned int *version) {
    PyTypeObject *type = Py_TYPE(object);
    if (unlikely(type->tp_version_tag != *version || *version == 0)) {
        if (!archivist_bare(type))
            return NULL;
        *version = type->tp_version_tag;
    }
    PyObject *made = PyObject_Malloc(type->tp_basicsize);
    if (made == NULL)
        return NULL;
    for (Py_ssize_t offset = sizeof(PyObject); offset < type->tp_basicsize; offset += sizeof(PyObject *)) {
        PyObject *value = ARCHIVIST_SLOT(object, offset);
        Py_XINCREF(value);
        ARCHIVIST_SLOT(made, offset) = value;
    }
    return PyObject_Init(made, type);
}

/* Puts a value into a struct that nobody has seen yet. */
static inline int archivist_put(PyObject *made, PyObject *name, PyObject *value) {
    Py_ssize_t offset = archivist_field(Py_TYPE(made), _PyType_Lookup(Py_TYPE(made), name), READONLY);
    if (unlikely(offset == 0))
        return 0;
    PyObject *before = ARCHIVIST_SLOT(made, offset);
    Py_INCREF(value);
    ARCHIVIST_SLOT(made, offset) = value;
    Py_XDECREF(before);
    return 1;
}

static PyObject *
archivist_replaced(PyObject *replace, PyObject *object, PyObject **words, const char *const *names, Py_ssize_t count,
                   PyObject *const *values, unsigned int *version) {
    if (unlikely(*words == NULL) && (*words = archivist_words(names, count)) == NULL)
        return NULL;
    PyObject *made = archivist_copied(object, version);
    for (Py_ssize_t each = 0; made != NULL && each < count; each++)
        if (!archivist_put(made, PyTuple_GET_ITEM(*words, each), values[each]))
            Py_CLEAR(made);
    if (made != NULL)
        return made;
    PyObject **given = PyMem_Malloc((count + 1) * sizeof(PyObject *));
    if (given == NULL)
        return PyErr_NoMemory();
    given[0] = object;
    memcpy(given + 1, values, count * sizeof(PyObject *));
    made = PyObject_Vectorcall(replace, given, 1, *words);
    PyMem_Free(given);
    return made;
}

static PyObject *archivist_altered(PyObject *replace, PyObject *object, PyObject *changes, unsigned int *version) {
    PyObject *made = PyDict_CheckExact(changes) ? archivist_copied(object, version) : NULL, *name, *value;
    Py_ssize_t at = 0;
    while (made != NULL && PyDict_Next(changes, &at, &name, &value))
        if (!archivist_put(made, name, value))
            Py_CLEAR(made);
    if (made != NULL)
        return made;
    PyObject *given = PyTuple_Pack(1, object);
    if (given != NULL) {
        made = PyObject_Call(replace, given, changes);
        Py_DECREF(given);
    }
    return made;
}

#define ARCHIVIST_ONE_SHAPE(number, count) __attribute__((weak)) ArchivistShape archivist_shapes_##number = {.given = count};
ARCHIVIST_SHAPES
#define ARCHIVIST_MAKE(type, number, ...)                                                                     \
    ({                                                                                                        \
        PyObject *values[] = {__VA_ARGS__};                                                                   \
        archivist_make(type, &archivist_shapes_##number, archivist_names_##number, values);                   \
    })
#define ARCHIVIST_REPLACE(replace, object, number, ...)                                                       \
    ({                                                                                                        \
        static PyObject *words;                                                                               \
        static unsigned int version;                                                                          \
        PyObject *values[] = {__VA_ARGS__};                                                                   \
        archivist_replaced(replace, object, &words, archivist_names_##number, sizeof(values) / sizeof(*values), \
                           values, &version);                                                                 \
    })
#define ARCHIVIST_ALTER(replace, object, changes)                                                             \
    ({                                                                                                        \
        static unsigned int version;                                                                          \
        archivist_altered(replace, object, changes, &version);                                                \
    })

static PyObject *archivist_attribute(PyObject *object, PyObject *name, ArchivistPlace *place, ArchivistSite *site) {
    return name == site->name ? archivist_named(object, &name, place, site) : archivist_find(object, name, place, site);
}

static int ARCHIVIST_RARE
archivist_place(PyObject *object, PyObject *name, PyObject *value, ArchivistPlace *place, ArchivistSite *site) {
    PyTypeObject *type = Py_TYPE(object);
    if (type->tp_setattro == PyObject_GenericSetAttr && site->misses < ARCHIVIST_PATIENCE) {
        PyObject *found = _PyType_Lookup(type, name);
        Py_ssize_t offset = archivist_field(type, found, 0);
        site->misses++;
        if (offset != 0)
            archivist_keep(type, name, place, site, offset, 0, NULL);
    }
    return PyObject_SetAttr(object, name, value);
}

static inline int
archivist_set(PyObject *object, PyObject *name, PyObject *value, ArchivistPlace *place, ArchivistSite *site) {
    if (likely(name == site->name && archivist_fits(Py_TYPE(object), place) && value != NULL)) {
        PyObject **field = (PyObject **)((char *)object + place->offset), *before = *field;
        Py_INCREF(value);
        *field = value;
        Py_XDECREF(before);
        return 0;
    }
    return archivist_place(object, name, value, place, site);
}

/* Whether calling what was found with the object first is the same as calling what it binds to. That is so for functions;
   the methods of structs are objects that mypyc made, and they bind as functions do. */
static int archivist_binds(PyObject *found, PyObject *object) {
    PyTypeObject *kind = Py_TYPE(found);
    if (PyType_HasFeature(kind, Py_TPFLAGS_METHOD_DESCRIPTOR))
        return 1;
    if (!PyType_HasFeature(kind, Py_TPFLAGS_HAVE_VECTORCALL) || kind->tp_descr_get == NULL || kind->tp_descr_set != NULL)
        return 0;
    PyObject *bound = kind->tp_descr_get(found, object, (PyObject *)Py_TYPE(object));
    int plain = bound != NULL && PyMethod_Check(bound) && PyMethod_GET_FUNCTION(bound) == found
                && PyMethod_GET_SELF(bound) == object;
    if (bound == NULL)
        PyErr_Clear(); /* the call itself will say it */
    Py_XDECREF(bound);
    return plain;
}

/* A method of an object that cannot have an attribute of its own by that name is called without making a bound one. */
static PyObject *ARCHIVIST_RARE
archivist_method(PyObject *name, PyObject *const *arguments, size_t count, PyObject *keywords, ArchivistPlace *place,
                 ArchivistSite *site) {
    PyTypeObject *type = Py_TYPE(arguments[0]);
    if (type->tp_getattro == PyObject_GenericGetAttr && type->tp_dictoffset == 0
        && !PyType_HasFeature(type, Py_TPFLAGS_MANAGED_DICT) && site->misses < ARCHIVIST_PATIENCE) {
        PyObject *found = _PyType_Lookup(type, name);
        site->misses++;
        if (found != NULL) {
            Py_INCREF(found); /* binding it may do anything */
            if (archivist_binds(found, arguments[0]) && _PyType_Lookup(type, name) == found)
                archivist_keep(type, name, place, site, 0, 0, found);
            Py_DECREF(found);
        }
    }
    return PyObject_VectorcallMethod(name, arguments, count, keywords);
}

/* Calls what can be called without packing arguments. The interpreter would ask first which thread this is, and afterwards
   whether what was called kept to the rules. */
static inline PyObject *archivist_direct(PyObject *called, PyObject *const *arguments, size_t count, PyObject *keywords) {
    vectorcallfunc function = PyVectorcall_Function(called);
    return likely(function != NULL) ? function(called, arguments, count, keywords)
                                    : PyObject_Vectorcall(called, arguments, count, keywords);
}

static inline PyObject *
archivist_call(PyObject *name, PyObject *const *arguments, size_t count, PyObject *keywords, ArchivistPlace *place,
               ArchivistSite *site) {
    PyObject *found = site->found; /* what it does may change the type, or this place */
    if (likely(found != NULL && archivist_fits(Py_TYPE(arguments[0]), place))) {
        Py_INCREF(found);
        PyObject *result = archivist_direct(found, arguments, count & ~PY_VECTORCALL_ARGUMENTS_OFFSET, keywords);
        Py_DECREF(found);
        return result;
    }
    return archivist_method(name, arguments, count, keywords, place, site);
}

/* Whether a type derives from a class that is never let go of. What was found out last is kept: a type whose bases change
   gets another version. */
#define ARCHIVIST_LINES 512
typedef struct {
    PyTypeObject *kind;
    unsigned int version;
    int is;
} ArchivistLine;
__attribute__((weak)) ArchivistLine archivist_lines[ARCHIVIST_LINES];

static int __attribute__((noinline)) archivist_below(PyTypeObject *type, PyTypeObject *kind) {
    unsigned int version = type->tp_version_tag;
    ArchivistLine *line = &archivist_lines[(version * 31 + ((uintptr_t)kind >> 5)) % ARCHIVIST_LINES];
    if (likely(line->version == version && line->kind == kind && version != 0))
        return line->is;
    int is = PyType_IsSubtype(type, kind);
    if (PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG))
        *line = (ArchivistLine){kind, version, is};
    return is;
}

/* Structs have a metaclass, in which the interpreter looks for an `__instancecheck__` of its own each time, and it asks
   every object that is none for the class that it pretends to be of. */
static int archivist_is(PyObject *object, PyObject *kind) {
    static PyObject *check = NULL, *pretended = NULL;
    static unsigned int plain = 0, honest = 0; /* the versions of the last metaclass, and of the last type of an object */
    PyTypeObject *type = Py_TYPE(object), *meta = Py_TYPE(kind);
    if (type == (PyTypeObject *)kind)
        return 1;
    if (PyTuple_CheckExact(kind)) {
        int is = 0;
        for (Py_ssize_t at = 0; is == 0 && at < PyTuple_GET_SIZE(kind); at++)
            is = archivist_is(object, PyTuple_GET_ITEM(kind, at));
        return is;
    }
    if (!PyType_Check(kind))
        return PyObject_IsInstance(object, kind);
    if (meta != &PyType_Type && (plain == 0 || meta->tp_version_tag != plain)) {
        if (check == NULL && (check = PyUnicode_InternFromString("__instancecheck__")) == NULL)
            return -1;
        if (_PyType_Lookup(meta, check) != _PyType_Lookup(&PyType_Type, check))
            return PyObject_IsInstance(object, kind);
        plain = PyType_HasFeature(meta, Py_TPFLAGS_VALID_VERSION_TAG) ? meta->tp_version_tag : 0;
    }
    if (archivist_below(type, (PyTypeObject *)kind))
        return 1;
    if (honest == 0 || type->tp_version_tag != honest) {
        if (pretended == NULL && (pretended = PyUnicode_InternFromString("__class__")) == NULL)
            return -1;
        if (type->tp_getattro != PyObject_GenericGetAttr
            || _PyType_Lookup(type, pretended) != _PyType_Lookup(&PyBaseObject_Type, pretended))
            return PyObject_IsInstance(object, kind);
        honest = PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG) ? type->tp_version_tag : 0;
    }
    return 0;
}

extern __typeof__(CPy_AddTraceback) CPy_AddTraceback __attribute__((cold));
extern __typeof__(CPy_AttributeError) CPy_AttributeError __attribute__((cold));
extern __typeof__(CPy_TypeError) CPy_TypeError __attribute__((cold));
extern __typeof__(CPy_TypeErrorTraceback) CPy_TypeErrorTraceback __attribute__((cold));

/* Most fields that may hold a value or None hold None, and mypyc asks for the value first. */
static inline int archivist_check(PyObject *object, PyTypeObject *type) {
    return Py_IS_TYPE(object, type) || (object != Py_None && archivist_below(Py_TYPE(object), type));
}

/* Mappings are dictionaries here, or of a class that adds something to them but finds what is there in the same way: the
   pool of cards is one. The interpreter would look for the method in the class and call it. */
static PyObject *archivist_item(PyObject *object, PyObject *key, unsigned int *plain) {
    static PyObject *name = NULL;
    PyTypeObject *type = Py_TYPE(object);
    if (PyDict_Check(object)) {
        if (*plain == 0 || type->tp_version_tag != *plain) {
            if (name == NULL && (name = PyUnicode_InternFromString("__getitem__")) == NULL)
                return NULL;
            if (_PyType_Lookup(type, name) != _PyType_Lookup(&PyDict_Type, name))
                return PyObject_GetItem(object, key);
            *plain = PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG) ? type->tp_version_tag : 0;
        }
        PyObject *found;
        if (archivist_word(object, key, &found) != 1)
            found = PyDict_GetItemWithError(object, key);
        if (likely(found != NULL)) {
            Py_INCREF(found);
            return found;
        }
        if (PyErr_Occurred())
            return NULL;
    }
    return PyObject_GetItem(object, key);
}

static PyObject *archivist_entry(PyObject *dict, PyObject *key) {
    PyObject *found;
    if (likely(PyDict_CheckExact(dict) && archivist_word(dict, key, &found) == 1)) {
        Py_INCREF(found);
        return found;
    }
    return CPyDict_GetItem(dict, key);
}

static PyObject *archivist_get(PyObject *dict, PyObject *key, PyObject *otherwise) {
    PyObject *found = otherwise;
    if (archivist_word(dict, key, &found) < 0)
        return CPyDict_Get(dict, key, otherwise);
    if (found == NULL)
        found = otherwise;
    Py_INCREF(found);
    return found;
}

static int archivist_holds(PyObject *dict, PyObject *key) {
    PyObject *found;
    int there = archivist_word(dict, key, &found);
    return likely(there >= 0) ? there : PyDict_Contains(dict, key);
}

/* Whether a set has a key: as above. The interpreter looks at ten entries in a row, where there are as many. */
static int archivist_has(PyObject *object, PyObject *key) {
    if (likely(PyUnicode_CheckExact(key) && PyAnySet_CheckExact(object) && ((PyASCIIObject *)key)->hash != -1)) {
        PySetObject *set = (PySetObject *)object;
        Py_hash_t hash = ((PyASCIIObject *)key)->hash;
        size_t mask = (size_t)set->mask, rest = (size_t)hash;
        for (size_t at = rest & mask;; rest >>= 5, at = (at * 5 + rest + 1) & mask) {
            setentry *entry = &set->table[at];
            for (int more = at + 9 <= mask ? 9 : 0; more >= 0; more--, entry++) {
                if (entry->key == key)
                    return 1;
                if (entry->key == NULL)
                    return 0;
                if (entry->hash == hash) {
                    if (!PyUnicode_CheckExact(entry->key))
                        return PySet_Contains(object, key);
                    if (archivist_same(entry->key, key))
                        return 1;
                }
            }
        }
    }
    return PySet_Contains(object, key);
}

/* Whether a tuple has a word in it: words with different hashes are different. */
static int archivist_contains(PyObject *object, PyObject *key) {
    if (PyTuple_CheckExact(object) && PyUnicode_CheckExact(key) && ((PyASCIIObject *)key)->hash != -1) {
        Py_ssize_t at = 0, size = PyTuple_GET_SIZE(object);
        for (; at < size; at++) {
            PyObject *each = PyTuple_GET_ITEM(object, at);
            if (each == key)
                return 1;
            if (!PyUnicode_CheckExact(each) || ((PyASCIIObject *)each)->hash == -1
                || ((PyASCIIObject *)each)->hash == ((PyASCIIObject *)key)->hash)
                break;
        }
        if (at == size)
            return 0;
    }
    return PySequence_Contains(object, key);
}

/* `(*one, *another)` is a list first. What is put together is short, and often there is nothing of it. */
#define ARCHIVIST_SHORT 8

static inline PyObject *archivist_extend(PyObject *list, PyObject *more) {
    if (likely(PyTuple_CheckExact(more) && PyTuple_GET_SIZE(more) <= ARCHIVIST_SHORT)) {
        for (Py_ssize_t each = 0; each < PyTuple_GET_SIZE(more); each++)
            if (PyList_Append(list, PyTuple_GET_ITEM(more, each)) < 0)
                return NULL;
        Py_RETURN_NONE;
    }
#if PY_VERSION_HEX < 0x030D0000 /* mypyc puts everything into another list first */
    return _PyList_Extend((PyListObject *)list, more);
#else
    return CPyList_Extend(list, more);
#endif
}

#if PY_VERSION_HEX < 0x030C0000
/* Whole numbers: the interpreter has one object for each small one, and most numbers are small. */
#define ARCHIVIST_SMALL 256
__attribute__((weak)) PyObject *archivist_small[ARCHIVIST_SMALL];

static inline PyObject *archivist_boxed(CPyTagged number) {
    if (likely(number < 2 * ARCHIVIST_SMALL && !(number & CPY_INT_TAG))) {
        PyObject *object = archivist_small[number >> 1];
        if (unlikely(object == NULL)) {
            object = CPyTagged_StealAsObject(number);
            Py_XINCREF(object); /* it is never let go of */
            archivist_small[number >> 1] = object;
            return object;
        }
        Py_INCREF(object);
        return object;
    }
    return CPyTagged_StealAsObject(number);
}

static inline CPyTagged archivist_unboxed(PyObject *object) {
    Py_ssize_t size = Py_SIZE(object);
    if (likely((size_t)size <= 1)) /* 0 has no digits */
        return (CPyTagged)(size == 0 ? 0 : ((PyLongObject *)object)->ob_digit[0]) << 1;
    return CPyTagged_FromObject(object);
}

#define CPyTagged_StealAsObject(number) archivist_boxed(number)
#define CPyTagged_FromObject(object) archivist_unboxed(object)
#endif

#undef PyObject_TypeCheck
#define PyObject_TypeCheck(object, type) archivist_check((PyObject *)(object), type)
#define PyObject_GetItem(object, key) ({ static unsigned int plain; archivist_item(object, key, &plain); })
#define CPyList_Extend(list, more) archivist_extend(list, more)
#define CPyDict_Get(dict, key, otherwise) archivist_get(dict, key, otherwise)
#define CPyDict_GetItem(dict, key) archivist_entry(dict, key)
#define CPyDict_GetWithNone(dict, key) archivist_get(dict, key, Py_None)
#define PyDict_Contains(dict, key) archivist_holds(dict, key)
#define PySet_Contains(object, key) archivist_has(object, key)
#define PySequence_Contains(object, key) archivist_contains(object, key)
#define PyObject_Vectorcall(called, arguments, count, keywords) archivist_direct(called, arguments, count, keywords)
#undef CPyObject_GetAttr
#define CPyObject_GetAttr(object, name) ({ ARCHIVIST_SITE; archivist_attribute(object, name, &place, &site); })
#define ARCHIVIST_NAMED(object, name) ({ ARCHIVIST_SITE; archivist_named(object, name, &place, &site); })
#define PyObject_SetAttr(object, name, value) ({ ARCHIVIST_SITE; archivist_set(object, name, value, &place, &site); })
#define PyObject_VectorcallMethod(name, arguments, count, keywords) \
    ({ ARCHIVIST_SITE; archivist_call(name, arguments, count, keywords, &place, &site); })
#define PyObject_IsInstance(object, kind) archivist_is(object, kind)
#if PY_VERSION_HEX < 0x030C0000
/* A global name: neither it nor the dictionary of its module is ever another one. No two states of dictionaries have the
   same version, and later interpreters keep none. */
typedef struct {
    uint64_t version; /* of the dictionary */
    PyObject *found;  /* borrowed from the dictionary */
} ArchivistName;

static PyObject *ARCHIVIST_RARE archivist_look(PyObject *names, PyObject **name, ArchivistName *site) {
    PyObject *found = CPyDict_GetItem(names, *name);
    if (found != NULL && PyDict_CheckExact(names)) {
        site->version = ((PyDictObject *)names)->ma_version_tag;
        site->found = found;
    }
    return found;
}

static inline PyObject *archivist_global(PyObject *names, PyObject **name, ArchivistName *site) {
    if (likely(((PyDictObject *)names)->ma_version_tag == site->version)) {
        Py_INCREF(site->found);
        return site->found;
    }
    return archivist_look(names, name, site);
}

#define ARCHIVIST_GLOBAL(names, name) ({ static ArchivistName site; archivist_global(names, name, &site); })
#endif
#endif

#ifndef ARCHIVIST_NAMED
#define ARCHIVIST_NAMED(object, name) CPyObject_GetAttr(object, *(name))
#endif
#ifndef ARCHIVIST_GLOBAL
#define ARCHIVIST_GLOBAL(names, name) CPyDict_GetItem(names, *(name))
#endif
